import { type Observed, observationOf } from '../observe/observed.ts'
import type { ClusterScope } from './scope.ts'

/** How soon to look whether a shard has learned of a version. */
const LOOK_AGAIN_MS = 30_000

/**
 * What a cluster waits for whose shard does not have the version that was ordered; undefined when it does. Versions that
 * can be ordered are those of all shards, and a shard may lose one that it had.
 */
export function awaitVersion({ order, session }: ClusterScope): Observed | undefined {
  const name = order.record.cluster.version?.id
  if (name === undefined || session.imageSets.get({ name })) return undefined
  const description =
    `shard ${order.shard.id} has no ClusterImageSet ${name}, without which this version cannot be installed there: ` +
    'create it on the shard, or delete the cluster and order another version'
  return { observation: observationOf({ state: 'pending', description }), recheckAfterMs: LOOK_AGAIN_MS }
}
