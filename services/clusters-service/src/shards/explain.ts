import type { Cluster } from '../model/cluster/cluster.ts'
import { type Exclusion, pinnedShard } from './select.ts'

/** How many shards an explanation lists; the near misses come first. */
const MAX_LISTED = 20

/** Why no shard takes a cluster, with every shard and the rule that excluded it. */
export function explainExclusions(cluster: Readonly<Cluster>, exclusions: readonly Exclusion[]): string {
  const what = `cloud provider '${cluster.cloud_provider?.id}' and region '${cluster.region?.id}'`
  const pinned = pinnedShard(cluster)
  const head = `${pinned === undefined ? 'No provision shard is' : `Provision shard '${pinned}' is not`} available for ${what}`
  if (exclusions.length === 0) return `${head}: there are no provision shards`
  const sorted = [...exclusions].sort((a, b) => Number(a.unsuitable) - Number(b.unsuitable))
  const listed = sorted.slice(0, MAX_LISTED).map(({ shardId, reason }) => `shard '${shardId}' ${reason}`)
  const more = exclusions.length - listed.length
  return `${head}: ${listed.join('; ')}${more > 0 ? `; and ${more} more` : ''}`
}
