import type { Cluster } from '../model/cluster/cluster.ts'
import { type Exclusion, pinnedShard, RULES, type Rule } from './select.ts'

/** How many shards an explanation lists; the near misses come first. */
const MAX_LISTED = 20

/** What helps where a rule kept the nearest shard from taking a cluster. */
const FIXES: Readonly<Record<Rule, (shardId: string) => string>> = {
  provider: () => 'Add a provision shard for them',
  region: () => 'Add a provision shard for them',
  configuration: (shardId) => `Give shard '${shardId}' what it lacks, or add a provision shard for them`,
  status: (shardId) => `Set the status of shard '${shardId}' to active, or add a provision shard for them`,
  room: () => 'Raise the limit of clusters per shard, or add a provision shard for them',
}

/** Why no shard takes a cluster, with every shard and the rule that excluded it, and what to do about it. */
export function explainExclusions(cluster: Readonly<Cluster>, exclusions: readonly Exclusion[]): string {
  const what = `cloud provider '${cluster.cloud_provider?.id}' and region '${cluster.region?.id}'`
  const pinned = pinnedShard(cluster)
  const head = `${pinned === undefined ? 'No provision shard is' : `Provision shard '${pinned}' is not`} available for ${what}`
  const [nearest, ...others] = [...exclusions].sort((a, b) => RULES.indexOf(b.rule) - RULES.indexOf(a.rule))
  if (!nearest) return `${head}: there are no provision shards. ${FIXES.provider('')}`
  const listed = [nearest, ...others].slice(0, MAX_LISTED).map(({ shardId, reason }) => `shard '${shardId}' ${reason}`)
  const more = exclusions.length - listed.length
  const fix = FIXES[nearest.rule](nearest.shardId)
  return `${head}: ${listed.join('; ')}${more > 0 ? `; and ${more} more` : ''}. ${fix}`
}
