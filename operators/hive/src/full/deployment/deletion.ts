import { ClusterDeployment, ClusterDeprovision, DnsZone, Namespace } from '@skep/api'
import { hasReason } from '@skep/base'
import { type Ctx, controllerReference, hasFinalizer, isControlledBy, type Result } from '@skep/controller'
import { findHiveCondition, type HiveConditionUpdate } from '../../conditions.ts'
import { ANNOTATIONS, FINALIZERS } from '../../labels.ts'
import { deploymentNames } from '../../naming.ts'
import { isTrue } from '../platforms.ts'
import { pollAfter } from '../poll.ts'
import { releaseCustomization } from './customization.ts'
import { deprovisionOf } from './deprovision-request.ts'
import { removeProvision } from './provision-remove.ts'
import { relocationOf } from './relocation.ts'
import { type DeploymentScope, type DeploymentStep, state } from './scope.ts'

/** How often to look whether something that was deleted is gone. */
const POLL_MS = 10_000

const isReleased: DeploymentStep = (_ctx, { deployment }) =>
  hasFinalizer(deployment, FINALIZERS.deprovision) ? undefined : {}

/** A cluster that lives on elsewhere is let go; one that is on its way waits for that. */
const letRelocatedGo: DeploymentStep = (_ctx, scope) => {
  const relocation = relocationOf(scope.deployment)
  if (relocation === undefined) return undefined
  if (relocation === 'complete') scope.released = true
  return {}
}

/** The webhook refuses such a delete; one that got past it deprovisions nothing. */
const keepProtected: DeploymentStep = (ctx, { deployment }) => {
  if (!isTrue(deployment.metadata.annotations, ANNOTATIONS.protectedDelete)) return undefined
  const message = `Waiting for annotation ${ANNOTATIONS.protectedDelete} to be removed before anything is deprovisioned`
  ctx.events.record(deployment, { type: 'Warning', reason: 'ProtectedDelete', message })
  return {}
}

const removeDnsZone: DeploymentStep = async (_ctx, { parts, deployment }) => {
  const zone = await parts.client.get(DnsZone, zoneRef(deployment.metadata))
  if (zone && zone.metadata.deletionTimestamp === undefined && isControlledBy(zone, deployment)) {
    await parts.client.delete(DnsZone, zone.metadata)
  }
  return undefined
}

const zoneRef = ({ namespace, name }: { namespace?: string; name: string }) => ({
  namespace,
  name: deploymentNames.dnsZone(name),
})

const stopInstalling: DeploymentStep = async (ctx, scope) =>
  (await removeProvision(scope)) ? undefined : lookAgain(ctx, scope)

const lookAgain = (ctx: Ctx, { deployment }: DeploymentScope): Result => ({
  requeueAfterMs: pollAfter(ctx.sightings.deletedAt(deployment), ctx.clock.now(), POLL_MS),
})

/** Nothing to remove, or nothing that Hive made: everything else is up to somebody else. */
const abandon: DeploymentStep = async (ctx, scope) => {
  const { preserveOnDelete, clusterMetadata, platform, clusterInstallRef } = scope.deployment.spec
  if (!preserveOnDelete && clusterMetadata && !platform.baremetal && !clusterInstallRef) return undefined
  return release(ctx, scope)
}

/** The finalizer goes when the zone is gone. */
async function release(ctx: Ctx, scope: DeploymentScope): Promise<Result> {
  await releaseCustomization(ctx, scope)
  const zone = await scope.parts.client.get(DnsZone, zoneRef(scope.deployment.metadata))
  if (zone && isControlledBy(zone, scope.deployment)) return lookAgain(ctx, scope)
  scope.released = true
  return {}
}

const deprovision: DeploymentStep = async (ctx, scope) => {
  const { parts, deployment } = scope
  const request = await parts.cache.get(ClusterDeprovision, deployment.metadata)
  if (!request) return requestDeprovision(ctx, scope)
  if (request.status?.completed) {
    tell(ctx, scope, 'Deprovisioned', 'Cluster is deprovisioned')
    return release(ctx, scope)
  }
  const failure = findHiveCondition(request.status?.conditions, 'AuthenticationFailure')
  if (failure?.status === 'True') {
    const { reason = 'AuthenticationFailed', message = '' } = failure
    state(ctx, scope, { type: 'DeprovisionLaunchError', status: 'True', reason, message })
    tell(ctx, scope, 'DeprovisionFailed', 'Cluster deprovision failed')
    return {}
  }
  if (failure) {
    const { reason = 'AuthenticationSucceeded', message = '' } = failure
    state(ctx, scope, { type: 'DeprovisionLaunchError', status: 'False', reason, message })
  }
  tell(ctx, scope, 'Deprovisioning', 'Cluster is deprovisioning')
  return {}
}

const tell = (ctx: Ctx, scope: DeploymentScope, reason: string, message: string): void => {
  const update: HiveConditionUpdate = { type: 'Provisioned', status: 'False', reason, message }
  state(ctx, scope, update)
}

async function requestDeprovision(ctx: Ctx, scope: DeploymentScope): Promise<Result> {
  const { parts, deployment } = scope
  const ownerReferences = [controllerReference(ClusterDeployment, deployment)]
  try {
    await parts.client.create(ClusterDeprovision, deprovisionOf(deployment, ownerReferences))
  } catch (error) {
    if (hasReason(error, 'Forbidden') && (await isNamespaceGoing(scope))) return orphan(ctx, scope)
    if (!hasReason(error, 'AlreadyExists')) throw error
  }
  tell(ctx, scope, 'Deprovisioning', 'Cluster is being deprovisioned')
  return {}
}

const isNamespaceGoing = async ({ parts, deployment }: DeploymentScope): Promise<boolean> =>
  (await namespaceOf(parts, deployment))?.metadata.deletionTimestamp !== undefined

const namespaceOf = (parts: DeploymentScope['parts'], { metadata }: DeploymentScope['deployment']) =>
  parts.client.get(Namespace, { name: metadata.namespace ?? '' })

/** In a namespace that is going nothing can be made any more, not even the order to clean up. */
async function orphan(ctx: Ctx, scope: DeploymentScope): Promise<Result> {
  const { parts, deployment } = scope
  const namespace = await namespaceOf(parts, deployment)
  const { infraID = '' } = deployment.spec.clusterMetadata ?? {}
  const message = `The namespace was deleted before ClusterDeployment ${deployment.metadata.name}: cloud resources of ${infraID} are left behind`
  // Its own namespace takes no events any more; those of a Namespace are kept elsewhere.
  if (namespace) ctx.events.record(namespace, { type: 'Warning', reason: 'CloudResourcesOrphaned', message })
  ctx.log.error('Orphaning cloud resources', { reason: 'NamespaceTerminating', infraID })
  scope.released = true
  return {}
}

/** From a deleted order to nothing. */
export const deletionSteps: readonly DeploymentStep[] = [
  isReleased,
  letRelocatedGo,
  keepProtected,
  removeDnsZone,
  stopInstalling,
  abandon,
  deprovision,
]
