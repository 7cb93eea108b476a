import { ClusterApiMachineSet, HostedCluster, MachineDeployment } from '@skep/api'
import type { ClientKind, Stored } from '@skep/client'
import { hasFinalizer, type Reconciler, type Result } from '@skep/controller'
import { apiVersionOf, type KubeObject } from '@skep/schema'
import { FINALIZER } from '../naming.ts'
import { CAPI_ANNOTATIONS } from './annotations.ts'
import { ensureMachines } from './capi/machines.ts'
import { awaitIgnitionEndpoint } from './conditions/ignition-endpoint.ts'
import { checkMachineConfig } from './conditions/machine-config.ts'
import { stateMachinesReady, stateNodesHealthy } from './conditions/machines.ts'
import { stateNetworkConflict } from './conditions/network-conflict.ts'
import { countNodes } from './conditions/nodes-info.ts'
import { stateGeneratedPayload, stateReachedIgnition } from './conditions/payload.ts'
import { checkPlatform, checkPlatformConfig, checkPlatformType, stateLiveMigratable } from './conditions/platform.ts'
import { checkReleaseImage, stateVersionSkew } from './conditions/release-image.ts'
import { checkArchitecture, checkUpdateManagement, stateActivity, stateAutoscaling } from './conditions/settings.ts'
import { checkTuning } from './conditions/tuning.ts'
import { stateUpdatingConfig, stateUpdatingVersion } from './conditions/updating.ts'
import { deletePool } from './deletion.ts'
import { readPause } from './pause.ts'
import { type NodePoolParts, type Pool, type PoolScope, type PoolStep, patchPoolMetadata, withPool } from './scope.ts'
import { ensureTokens } from './tokens/tokens.ts'

/** Without a name for what it is made of, no machine can be made; a change of the hosted cluster comes back here. */
const awaitInfraId: PoolStep = (_ctx, { hostedCluster }) => (hostedCluster.spec.infraID ? undefined : {})

/** Keeps Cluster API from changing machines of a pool that is paused, and comes back when that is over. */
const stopWhilePaused: PoolStep = async (ctx, scope) => {
  const pause = readPause(scope.pool.spec.pausedUntil, ctx.clock.now())
  if (!pause.paused) return undefined
  const { reads } = scope.parts
  const ref = { namespace: scope.controlPlane, name: scope.pool.metadata.name }
  await pauseObject(scope, MachineDeployment, reads.machineDeployments.get(ref))
  await pauseObject(scope, ClusterApiMachineSet, reads.machineSets.get(ref))
  return pause.remainingMs === undefined ? {} : { requeueAfterMs: pause.remainingMs }
}

async function pauseObject<T extends KubeObject>(
  { parts }: PoolScope,
  kind: ClientKind<T>,
  object: Stored<T> | undefined,
): Promise<void> {
  if (!object || object.metadata.annotations?.[CAPI_ANNOTATIONS.paused] !== undefined) return
  const body = { metadata: { annotations: { [CAPI_ANNOTATIONS.paused]: 'true' } } }
  await parts.client.patch(kind, object.metadata, { type: 'merge', body })
}

/** The order is what people know: what stands in the way is told, and later conditions keep what they said. */
const steps: readonly PoolStep[] = [
  countNodes,
  stateAutoscaling,
  checkUpdateManagement,
  checkPlatformType,
  checkReleaseImage,
  awaitIgnitionEndpoint,
  checkArchitecture,
  stateActivity,
  stateVersionSkew,
  checkMachineConfig,
  stateUpdatingConfig,
  stateUpdatingVersion,
  stateGeneratedPayload,
  stateReachedIgnition,
  stateMachinesReady,
  stateNodesHealthy,
  stateNetworkConflict,
  stateLiveMigratable,
  checkPlatformConfig,
  awaitInfraId,
  checkPlatform,
  checkTuning,
  stopWhilePaused,
  ensureTokens,
  ensureMachines,
]

/** Makes, changes and removes the nodes of hosted clusters. */
export const nodePoolReconciler =
  (parts: NodePoolParts): Reconciler =>
  async (ctx, key): Promise<Result> => {
    const pool = parts.reads.pool(key)
    if (!pool) return {}
    if (pool.metadata.deletionTimestamp !== undefined) return deletePool(ctx, parts, pool)
    const { namespace = '' } = pool.metadata
    const hostedCluster = parts.reads.hostedClusters.get({ namespace, name: pool.spec.clusterName })
    // Nothing is written to a pool without a cluster; one whose cluster goes, goes with it.
    if (!hostedCluster || hostedCluster.metadata.deletionTimestamp !== undefined) return {}
    const adopted = await adopt(parts, pool, hostedCluster)
    return adopted ? withPool(ctx, parts, adopted, hostedCluster, steps) : {}
  }

/** Before anything is made that would have to be cleaned up, the pool is held, and goes with its hosted cluster. */
async function adopt(
  parts: NodePoolParts,
  pool: Pool,
  { metadata: { name, uid } }: Stored<HostedCluster>,
): Promise<Pool | undefined> {
  const { finalizers = [], ownerReferences = [] } = pool.metadata
  const isOwned = ownerReferences.some((owner) => owner.uid === uid)
  if (isOwned && hasFinalizer(pool, FINALIZER)) return pool
  const owner = { apiVersion: apiVersionOf(HostedCluster), kind: HostedCluster.kind, name, uid }
  return patchPoolMetadata(parts, pool, {
    finalizers: [...new Set([...finalizers, FINALIZER])],
    ownerReferences: isOwned ? ownerReferences : [...ownerReferences, owner],
  })
}
