import type { ManagedCluster } from '@skep/api'
import type { Stored } from '@skep/client'
import { type Ctx, mergeResults, type Reconciler, type Result } from '@skep/controller'
import { importCluster } from '../import/import-cluster.ts'
import type { MceParts } from '../parts.ts'
import { acceptCluster } from './accept.ts'
import { followAgent } from './availability.ts'
import { detachCluster, isReleased, releaseCluster } from './detach.ts'
import { ensureMetadata } from './metadata.ts'
import { type ClusterScope, scopeOf, writeStatus } from './scope.ts'

/** Takes a managed cluster from its first day to its last: lets it in, imports it, listens to its agent, lets it go. */
export const managedClusterReconciler =
  (parts: MceParts): Reconciler =>
  async (ctx, { name }) => {
    const known = parts.views.clusters.get({ name })
    if (!known) {
      parts.agents.stop(name)
      return {}
    }
    if (known.metadata.deletionTimestamp !== undefined) return detach(ctx, parts, known)
    const cluster = await ensureMetadata(parts, known)
    return withWrittenStatus(parts, cluster, async (scope) => {
      await acceptCluster(ctx, scope)
      return mergeResults([await importCluster(ctx, scope), await followAgent(ctx, scope)])
    })
  }

async function detach(ctx: Ctx, parts: MceParts, cluster: Stored<ManagedCluster>): Promise<Result> {
  // What holds it now is not ours.
  if (isReleased(cluster)) return {}
  let released: Stored<ManagedCluster> | undefined
  const result = await withWrittenStatus(parts, cluster, async (scope) => {
    const heard = await followAgent(ctx, scope)
    const { finished, ...rest } = await detachCluster(ctx, scope)
    if (finished) released = scope.cluster
    return mergeResults([heard, rest])
  })
  if (!released) return result
  await releaseCluster(parts, released)
  return {}
}

/** Works on a cluster, then writes what became of its status, also when the work threw. */
async function withWrittenStatus(
  parts: MceParts,
  before: Stored<ManagedCluster>,
  work: (scope: ClusterScope) => Promise<Result>,
): Promise<Result> {
  const scope = scopeOf(parts, before)
  try {
    return await work(scope)
  } finally {
    await writeStatus(scope, before)
  }
}
