import { ClusterApiCluster } from '@skep/api'
import { addFinalizer, type Ctx, dropFinalizer, type Reconciler, runPhases } from '@skep/controller'
import { asJson } from '@skep/schema'
import { isFalse, setCondition } from '../conditions/conditions.ts'
import { summary } from '../conditions/merge.ts'
import { pauseOf, setDeleting, setPaused } from '../conditions/next.ts'
import { FINALIZERS } from '../names.ts'
import { type Cluster, isDeleting, patchOwn, workingCopy, writeStatus } from '../objects.ts'
import type { ClusterApiParts } from '../parts.ts'
import { followControlPlane } from './control-plane.ts'
import { removeCluster } from './deletion.ts'
import { followInfrastructure } from './infrastructure.ts'
import { type ClusterScope, type ClusterStep, endpointOfCluster } from './scope.ts'

const steps: readonly ClusterStep[] = [followInfrastructure, followControlPlane, removeCluster]

/** Follows the parts of a cluster while it lives, and takes them down in order when it is deleted. */
export const clusterReconciler =
  (parts: ClusterApiParts): Reconciler =>
  async (ctx, key) => {
    const { client, copies } = parts
    const before = copies.clusters.get(key)
    if (!before || (await addFinalizer(client, ClusterApiCluster, before, FINALIZERS.cluster))) return {}
    const cluster = workingCopy(before)
    const pause = pauseOf(cluster, cluster)
    setPaused(cluster, pause, ctx.clock.now())
    const scope: ClusterScope = { parts, cluster, specPatch: {} }
    try {
      return pause === undefined ? await runPhases(ctx, scope, steps) : {}
    } finally {
      if (pause === undefined) summarizeCluster(ctx, scope)
      await write(ctx, scope, before, pause)
    }
  }

/** Works out the Ready condition and the phase from what the steps found. */
function summarizeCluster(ctx: Ctx, scope: ClusterScope): void {
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

function phaseOf(scope: ClusterScope) {
  const { spec, status } = scope.cluster
  if (isDeleting(scope.cluster)) return 'Deleting'
  if (status.failureReason || status.failureMessage) return 'Failed'
  if (status.infrastructureReady && endpointOfCluster(scope)) return 'Provisioned'
  return spec?.infrastructureRef || spec?.controlPlaneRef ? 'Provisioning' : 'Pending'
}

async function write(ctx: Ctx, scope: ClusterScope, before: Cluster, pause: string | undefined): Promise<void> {
  const { cluster, parts, specPatch, released } = scope
  const { client } = parts
  if (released) return dropFinalizer(client, ClusterApiCluster, before, FINALIZERS.cluster)
  if (Object.keys(specPatch).length > 0) {
    const { metadata, spec } = await patchOwn(client, parts.copies.clusters, before, { spec: asJson(specPatch) })
    Object.assign(cluster.metadata, { resourceVersion: metadata.resourceVersion, generation: metadata.generation })
    cluster.spec = spec
    // What was just written is what this run has seen.
    setPaused(cluster, pause, ctx.clock.now())
  }
  const { generation } = cluster.metadata
  if (generation !== undefined) cluster.status.observedGeneration = generation
  await writeStatus(client, parts.copies.clusters, before, cluster)
}
