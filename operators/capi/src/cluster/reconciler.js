import { ClusterApiCluster } from '@skep/api'
import { addFinalizer, dropFinalizer, runPhases } from '@skep/controller'
import { asJson } from '@skep/schema'
import { isFalse, setCondition } from '../conditions/conditions.js'
import { summary } from '../conditions/merge.js'
import { pauseOf, setDeleting, setPaused } from '../conditions/next.js'
import { FINALIZERS } from '../names.js'
import { isDeleting, patchObject, workingCopy, writeStatus } from '../objects.js'
import { followControlPlane } from './control-plane.js'
import { removeCluster } from './deletion.js'
import { followInfrastructure } from './infrastructure.js'
import { endpointOfCluster } from './scope.js'

const steps = [followInfrastructure, followControlPlane, removeCluster]
/** Follows the parts of a cluster while it lives, and takes them down in order when it is deleted. */
export const clusterReconciler = (parts) => async (ctx, key) => {
  const { client, lookups } = parts
  const before = lookups.clusters.get(key)
  if (!before || (await addFinalizer(client, ClusterApiCluster, before, FINALIZERS.cluster))) return {}
  const cluster = workingCopy(before)
  const pause = pauseOf(cluster, cluster)
  setPaused(cluster, pause, ctx.clock.now())
  const scope = { parts, cluster, specPatch: {} }
  try {
    return pause === undefined ? await runPhases(ctx, scope, steps) : {}
  } finally {
    if (pause === undefined) summarizeCluster(ctx, scope)
    await write(scope, before)
  }
}
/** Works out the Ready condition and the phase from what the steps found. */
function summarizeCluster(ctx, scope) {
  const { cluster, progress } = scope
  const now = ctx.clock.now()
  if (cluster.spec?.topology) {
    const message = 'clusters are not made from classes here: state infrastructureRef and controlPlaneRef'
    setCondition(cluster.status, isFalse('TopologyReconciled', 'ReconcileFailed', 'Error', message), now)
  }
  const ready = summary(cluster.status, ['ControlPlaneReady', 'InfrastructureReady'])
  if (ready) setCondition(cluster.status, ready, now)
  if (progress) setDeleting(cluster, progress, now)
  cluster.status.phase = phaseOf(scope)
}
function phaseOf(scope) {
  const { spec, status } = scope.cluster
  if (isDeleting(scope.cluster)) return 'Deleting'
  if (status.failureReason || status.failureMessage) return 'Failed'
  if (status.infrastructureReady && endpointOfCluster(scope)) return 'Provisioned'
  return spec?.infrastructureRef || spec?.controlPlaneRef ? 'Provisioning' : 'Pending'
}
async function write({ cluster, parts, specPatch, released }, before) {
  const { client } = parts
  if (released) return dropFinalizer(client, ClusterApiCluster, before, FINALIZERS.cluster)
  let { generation } = cluster.metadata
  if (Object.keys(specPatch).length > 0) {
    const { metadata } = await patchObject(client, ClusterApiCluster, before, { spec: asJson(specPatch) })
    cluster.metadata.resourceVersion = metadata.resourceVersion
    generation = metadata.generation
  }
  if (generation !== undefined) cluster.status.observedGeneration = generation
  await writeStatus(client, ClusterApiCluster, before, cluster)
}
//# sourceMappingURL=reconciler.js.map
