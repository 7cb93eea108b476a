import { ClusterDeployment, type ClusterMetadata, ClusterProvision, Secret } from '@skep/api'
import { formatTime } from '@skep/base'
import type { Stored } from '@skep/client'
import { type Ctx, controllerReference, type Result } from '@skep/controller'
import { type Json, jsonEqual } from '@skep/schema'
import { findHiveCondition } from '../../conditions.ts'
import { ANNOTATIONS, LABELS } from '../../labels.ts'
import { deploymentNames } from '../../naming.ts'
import { nextAttemptAt } from './attempts.ts'
import { provisioning } from './conditions.ts'
import { describeInstalled } from './installed.ts'
import { type DeploymentScope, type DeploymentStep, state } from './scope.ts'

type Provision = Stored<ClusterProvision>

/** Says of the cluster what its current attempt says. */
export const followProvision: DeploymentStep = async (ctx, scope) => {
  const name = scope.status.provisionRef?.name
  if (!name) return undefined
  const { namespace } = scope.deployment.metadata
  const provision = await scope.parts.cache.get(ClusterProvision, { namespace, name })
  if (!provision) return clearProvision(scope)
  if (await copyMetadata(scope, provision)) return {}
  switch (provision.spec.stage) {
    case 'initializing':
      return followInitializing(ctx, scope, provision)
    case 'provisioning':
      return followProvisioning(ctx, scope)
    case 'failed':
      return followFailed(ctx, scope, provision)
    case 'complete':
      return followComplete(ctx, scope, provision)
    default:
      throw new Error(`ClusterProvision ${name} has the unknown stage ${JSON.stringify(provision.spec.stage)}`)
  }
}

/** The attempt is over and counted; the change of the status brings the next one. */
function clearProvision({ status }: DeploymentScope): Result {
  delete status.provisionRef
  status.installRestarts = (status.installRestarts ?? 0) + 1
  return {}
}

/** Keeps what is needed to use and to remove the cluster, whatever becomes of the attempt. Returns whether it was new. */
async function copyMetadata(scope: DeploymentScope, { spec }: Provision): Promise<boolean> {
  const { infraID, adminKubeconfigSecretRef, metadataJSON } = spec
  if (!infraID || !adminKubeconfigSecretRef || !metadataJSON) return false
  const { deployment } = scope
  const name = deploymentNames.metadataSecret(deployment.metadata.name)
  const wanted: ClusterMetadata = {
    ...deployment.spec.clusterMetadata,
    infraID,
    clusterID: spec.clusterID ?? '',
    adminKubeconfigSecretRef,
    ...(spec.adminPasswordSecretRef ? { adminPasswordSecretRef: spec.adminPasswordSecretRef } : {}),
    metadataJSONSecretRef: { name },
  }
  // Metadata are JSON, as everything that comes from the server.
  if (jsonEqual(wanted as Json, deployment.spec.clusterMetadata as Json)) return false
  await writeMetadataSecret(scope, name, metadataJSON)
  scope.patch = { spec: { clusterMetadata: wanted } }
  return true
}

const writeMetadataSecret = ({ parts, deployment }: DeploymentScope, name: string, metadataJSON: string) =>
  parts.client.apply(
    Secret,
    {
      metadata: {
        namespace: deployment.metadata.namespace,
        name,
        labels: {
          [LABELS.clusterDeploymentName]: deployment.metadata.name,
          [LABELS.secretType]: 'metadata.json',
        },
        ownerReferences: [controllerReference(ClusterDeployment, deployment)],
      },
      data: { 'metadata.json': metadataJSON },
    },
    { force: true },
  )

function followInitializing(ctx: Ctx, scope: DeploymentScope, { status }: Provision): Result {
  const stuck = findHiveCondition(status?.conditions, 'InstallPodStuck')
  if (stuck?.status === 'True') {
    const { reason = 'PodInPendingPhase', message = '' } = stuck
    state(ctx, scope, { type: 'InstallLaunchError', status: 'True', reason, message })
  }
  state(ctx, scope, provisioning('Cluster provision initializing'))
  return {}
}

function followProvisioning(ctx: Ctx, scope: DeploymentScope): Result {
  state(ctx, scope, {
    type: 'InstallLaunchError',
    status: 'False',
    reason: 'InstallLaunchSuccessful',
    message: 'Successfully launched install pod',
  })
  state(ctx, scope, provisioning('Cluster is provisioning'))
  return {}
}

function followFailed(ctx: Ctx, scope: DeploymentScope, { metadata, status }: Provision): Result {
  const failed = findHiveCondition(status?.conditions, 'ClusterProvisionFailed')
  const { reason = 'MissingCondition', lastTransitionTime } = failed ?? {}
  const message = failed?.message ?? `Provision ${metadata.name} failed. Next provision will begin soon.`
  if (state(ctx, scope, { type: 'ProvisionFailed', status: 'True', reason, message })) {
    ctx.events.record(scope.deployment, { type: 'Warning', reason, message: message.slice(0, 1_024) })
  }
  const failedAt = lastTransitionTime ? Date.parse(lastTransitionTime) : undefined
  const next = failedAt === undefined ? 0 : nextAttemptAt(failedAt, scope.status.installRestarts ?? 0)
  const wait = next - ctx.clock.now()
  return wait > 0 ? { requeueAfterMs: wait } : clearProvision(scope)
}

function followComplete(ctx: Ctx, scope: DeploymentScope, { metadata }: Provision): Result {
  scope.status.installedTimestamp ??= formatTime(ctx.clock.now())
  const message = `Provision ${metadata.name} succeeded.`
  const succeeded = { type: 'ProvisionFailed', status: 'False', reason: 'ProvisionSucceeded', message } as const
  state(ctx, scope, succeeded, 'if-status-changed')
  describeInstalled(ctx, scope)
  scope.patch = installedPatch(scope)
  return {}
}

/** Marks a cluster as installed, and protects it where the administrator wants that and its owner said nothing. */
export function installedPatch({ parts, deployment }: DeploymentScope): object {
  const protect =
    parts.settings.current().deleteProtection === 'enabled' &&
    deployment.metadata.annotations?.[ANNOTATIONS.protectedDelete] === undefined
  return {
    spec: { installed: true },
    ...(protect ? { metadata: { annotations: { [ANNOTATIONS.protectedDelete]: 'true' } } } : {}),
  }
}
