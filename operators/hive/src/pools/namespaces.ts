import { ClusterDeployment, ClusterPool, Namespace } from '@skep/api'
import type { Reconciler } from '@skep/controller'
import { MINUTE_MS } from '../durations.ts'
import type { HiveParts } from '../full/parts.ts'
import { isTrue } from '../full/platforms.ts'
import { ANNOTATIONS } from '../labels.ts'
import type { PoolDeployment } from './clusters.ts'
import { POOL_LABELS } from './names.ts'

/** A pool makes the namespace first; until then there may be no cluster in it yet. */
const MINIMUM_AGE_MS = 5 * MINUTE_MS

/** Removes namespaces of clusters that are gone, and released clusters of pools that are. */
export const poolNamespaceReconciler =
  ({ client }: HiveParts): Reconciler =>
  async (ctx, { name }) => {
    const namespace = await client.get(Namespace, { name })
    if (!namespace || namespace.metadata.deletionTimestamp !== undefined) return {}
    if (namespace.metadata.labels?.[POOL_LABELS.namespaceOf] === undefined) return {}
    const left = ctx.sightings.createdAt(namespace) + MINIMUM_AGE_MS - ctx.clock.now()
    if (left > 0) return { requeueAfterMs: left }
    const { items } = await client.list(ClusterDeployment, { namespace: name })
    if (items.length === 0) await client.delete(Namespace, { name })
    for (const deployment of items.filter(isReleased)) {
      const { namespace: poolNamespace, poolName } = deployment.spec.clusterPoolRef ?? {}
      const pool = poolName && (await client.get(ClusterPool, { namespace: poolNamespace, name: poolName }))
      // A pool that is there looks after its clusters itself.
      if (!pool) await client.delete(ClusterDeployment, deployment.metadata)
    }
    return {}
  }

const isReleased = ({ metadata }: PoolDeployment): boolean =>
  metadata.deletionTimestamp === undefined && isTrue(metadata.annotations, ANNOTATIONS.removeClusterFromPool)
