import { ClusterDeployment, ClusterProvision } from '@skep/api'
import { formatTime, hasReason } from '@skep/base'
import { type Ctx, controllerReference, type Result } from '@skep/controller'
import { ANNOTATIONS, LABELS } from '../../labels.ts'
import { isTrue } from '../platforms.ts'
import { installerPodSpec } from '../provision/pod-spec.ts'
import { type StopReason, staleProvisions, whyStop } from './attempts.ts'
import { PROVISION_STOPPED, provisioning } from './conditions.ts'
import { provisionNameOf, provisionsOf } from './provisions.ts'
import { conditionOf, type DeploymentScope, type DeploymentStep, isConditionTrue, orderedAt, state } from './scope.ts'

/** Begins the next attempt, unless there shall be none or it is too early. */
export const startProvision: DeploymentStep = async (ctx, scope) => {
  if (isConditionTrue(scope, 'ProvisionStopped')) return {}
  const stop = whyStop(questionOf(scope))
  if (stop !== undefined) return stopTrying(ctx, scope, stop)
  state(
    ctx,
    scope,
    { type: 'ProvisionStopped', status: 'False', reason: 'ProvisionNotStopped', message: 'Provision is not stopped' },
    'if-status-changed',
  )
  const pendingMs = scope.parts.infrastructure.installer.pendingMs(scope.deployment)
  const wait = orderedAt(ctx, scope) + pendingMs - ctx.clock.now()
  if (attemptOf(scope) === 0 && wait > 0) return { requeueAfterMs: wait }
  await removeStale(scope)
  const name = await createProvision(scope)
  scope.status.provisionRef = { name }
  scope.status.installStartedTimestamp ??= formatTime(ctx.clock.now())
  state(ctx, scope, provisioning('Cluster provision created'))
  return {}
}

const attemptOf = ({ status }: DeploymentScope): number => status.installRestarts ?? 0

function questionOf(scope: DeploymentScope) {
  const { deployment, parts } = scope
  const failed = conditionOf(scope, 'ProvisionFailed')
  return {
    installRestarts: attemptOf(scope),
    installAttemptsLimit: deployment.spec.installAttemptsLimit,
    tryInstallOnce: isTrue(deployment.metadata.annotations, ANNOTATIONS.tryInstallOnce),
    retryReasons: parts.settings.current().failedProvisionConfig?.retryReasons,
    lastReason: failed?.status === 'True' ? failed.reason : undefined,
  }
}

function stopTrying(ctx: Ctx, scope: DeploymentScope, stop: StopReason): Result {
  state(ctx, scope, { type: 'ProvisionStopped', status: 'True', ...stop })
  if (state(ctx, scope, PROVISION_STOPPED)) {
    const message = `${stop.message}. Delete the ClusterDeployment and order it again when the cause is removed.`
    ctx.events.record(scope.deployment, { type: 'Warning', reason: stop.reason, message })
  }
  return {}
}

async function removeStale(scope: DeploymentScope): Promise<void> {
  for (const { metadata } of staleProvisions(provisionsOf(scope))) {
    await scope.parts.client.delete(ClusterProvision, metadata)
  }
}

async function createProvision(scope: DeploymentScope): Promise<string> {
  const { parts, deployment } = scope
  const { namespace, labels, name: deploymentName } = deployment.metadata
  const attempt = attemptOf(scope)
  const name = provisionNameOf(deployment, attempt)
  const draft = {
    metadata: {
      namespace,
      name,
      labels: { ...labels, [LABELS.clusterDeploymentName]: deploymentName },
      ownerReferences: [controllerReference(ClusterDeployment, deployment)],
    },
    spec: {
      clusterDeploymentRef: { name: deploymentName },
      podSpec: installerPodSpec(deployment),
      attempt,
      stage: 'initializing',
      ...(await previousAttempt(scope, attempt)),
    },
  }
  await parts.client.create(ClusterProvision, draft).catch((error: unknown) => {
    // A run before this one made it and did not come to say so.
    if (!hasReason(error, 'AlreadyExists')) throw error
  })
  return name
}

/** What the attempt before left behind, for this one to clean up. */
async function previousAttempt({ parts, deployment }: DeploymentScope, attempt: number) {
  if (attempt === 0) return {}
  const prevProvisionName = provisionNameOf(deployment, attempt - 1)
  const { namespace } = deployment.metadata
  const former = await parts.client.get(ClusterProvision, { namespace, name: prevProvisionName })
  if (!former) return {}
  const { clusterID, infraID } = former.spec
  return {
    prevProvisionName,
    ...(clusterID ? { prevClusterID: clusterID } : {}),
    ...(infraID ? { prevInfraID: infraID } : {}),
  }
}
