import type { Cluster } from '../model/cluster/cluster.ts'
import type { ShardRecord } from '../records/shard-record.ts'

/** What shards are chosen by, in the order in which it is looked at: the later one fails, the nearer it came. */
export const RULES = ['provider', 'region', 'configuration', 'status', 'room'] as const
/** Something that shards are chosen by. */
export type Rule = (typeof RULES)[number]

/** Why a shard cannot take a cluster. */
export interface Exclusion {
  readonly shardId: string
  readonly rule: Rule
  /** Continues the sentence "shard x ...". */
  readonly reason: string
}

/** Whether a shard will never do for the cluster, whatever its status and load. */
export const isUnsuitable = ({ rule }: Exclusion): boolean => rule !== 'status' && rule !== 'room'

/** What came of looking for a shard. */
export interface Selection {
  readonly shard?: ShardRecord
  readonly exclusions: readonly Exclusion[]
}

/** What is looked at to find a shard. */
export interface SelectionInput {
  readonly cluster: Readonly<Cluster>
  readonly shards: readonly ShardRecord[]
  /** How many clusters a shard holds; asked of suitable ones only. */
  readonly countOn: (shardId: string) => Promise<number>
  /** How many clusters a shard may hold. */
  readonly limit: number
}

/** The shard that a cluster was ordered on, if the order says so. */
export const pinnedShard = (cluster: Readonly<Cluster>): string | undefined =>
  cluster.properties?.['provision_shard_id']

/** Finds the shard for a cluster: of those that fit and are active, the emptiest, and of equals the first by id. */
export async function selectShard(input: SelectionInput): Promise<Selection> {
  const { cluster, limit } = input
  const pinned = pinnedShard(cluster)
  const exclusions: Exclusion[] = []
  let best: { shard: ShardRecord; count: number } | undefined
  const considered = input.shards.filter(({ id }) => pinned === undefined || id === pinned)
  for (const shard of considered.sort(byId)) {
    const mismatch = whyUnsuitable(cluster, shard) ?? whyUnavailable(shard, pinned !== undefined)
    if (mismatch) {
      exclusions.push(mismatch)
      continue
    }
    const count = await input.countOn(shard.id)
    if (count >= limit && pinned === undefined) exclusions.push(full(shard, count, limit))
    else if (!best || count < best.count) best = { shard, count }
  }
  return { shard: best?.shard, exclusions }
}

const byId = (a: ShardRecord, b: ShardRecord): number => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)

/** Somebody who names a shard may have one that is in maintenance: that is how shards are tried out. */
function whyUnavailable({ id, status }: ShardRecord, pinned: boolean): Exclusion | undefined {
  const available = status === 'active' || (pinned && status === 'maintenance')
  return available ? undefined : { shardId: id, rule: 'status', reason: `is not active (status ${status})` }
}

const full = ({ id }: ShardRecord, count: number, limit: number): Exclusion => ({
  shardId: id,
  rule: 'room',
  reason: `is full (${count} of ${limit} clusters)`,
})

function whyUnsuitable(cluster: Readonly<Cluster>, shard: ShardRecord): Exclusion | undefined {
  const because = (rule: Rule, reason: string): Exclusion => ({ shardId: shard.id, rule, reason })
  const provider = cluster.cloud_provider?.id
  if (shard.cloudProvider !== provider) return because('provider', `is for cloud provider '${shard.cloudProvider}'`)
  if (shard.region !== cluster.region?.id) return because('region', `is for region '${shard.region}'`)
  const missing = neededConfigs(cluster).filter((name) => configsOf(shard)[name] === undefined)
  return missing.length === 0 ? undefined : because('configuration', `has no ${missing.join(' and no ')}`)
}

type ConfigName = keyof ReturnType<typeof configsOf>

const configsOf = (shard: ShardRecord) => ({
  hive_config: shard.hiveConfig,
  aws_account_operator_config: shard.awsAccountOperatorConfig,
  gcp_project_operator_config: shard.gcpProjectOperatorConfig,
  hypershift_config: shard.hypershiftConfig,
  maestro_config: shard.maestroConfig,
  azure_shard: shard.azureShard,
})

function neededConfigs(cluster: Readonly<Cluster>): ConfigName[] {
  const provider = cluster.cloud_provider?.id
  if (provider === 'azure') return ['maestro_config', 'azure_shard']
  if (cluster.hypershift?.enabled) return ['hypershift_config']
  return ['hive_config', provider === 'gcp' ? 'gcp_project_operator_config' : 'aws_account_operator_config']
}
