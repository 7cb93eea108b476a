import { describe, expect, it } from 'vitest'
import type { Cluster } from '../model/cluster/cluster.ts'
import type { ShardRecord } from '../records/shard-record.ts'
import { explainExclusions } from './explain.ts'
import { selectShard } from './select.ts'

const shard = (id: string, more: Partial<ShardRecord> = {}): ShardRecord => ({
  id,
  version: 1,
  status: 'active',
  cloudProvider: 'aws',
  region: 'us-east-1',
  hiveConfig: 'k',
  awsAccountOperatorConfig: 'k',
  createdAt: '',
  updatedAt: '',
  ...more,
})
const cluster = (more: Cluster = {}): Cluster => ({
  cloud_provider: { id: 'aws' },
  region: { id: 'us-east-1' },
  ...more,
})

const select = (shards: ShardRecord[], order = cluster(), counts: Record<string, number> = {}) =>
  selectShard({ cluster: order, shards, countOn: async (id) => counts[id] ?? 0, limit: 2 })

describe('the shard for a cluster', () => {
  it('is the emptiest, and of equals the first by id', async () => {
    const shards = [shard('c'), shard('b'), shard('a')]

    expect((await select(shards, cluster(), { a: 1 })).shard?.id).toBe('b')
    expect((await select(shards)).shard?.id).toBe('a')
  })

  it.each([
    [
      'in maintenance',
      shard('x', { status: 'maintenance' }),
      cluster(),
      'is not active (status maintenance)',
      'status',
    ],
    ['offline', shard('x', { status: 'offline' }), cluster(), 'is not active (status offline)', 'status'],
    ['of another cloud', shard('x', { cloudProvider: 'gcp' }), cluster(), "is for cloud provider 'gcp'", 'provider'],
    ['of another region', shard('x', { region: 'eu' }), cluster(), "is for region 'eu'", 'region'],
    [
      'without account operator',
      shard('x', { awsAccountOperatorConfig: undefined }),
      cluster(),
      'has no aws_account_operator_config',
      'configuration',
    ],
    [
      'without hypershift',
      shard('x'),
      cluster({ hypershift: { enabled: true } }),
      'has no hypershift_config',
      'configuration',
    ],
    [
      'without maestro',
      shard('x', { cloudProvider: 'azure' }),
      cluster({ cloud_provider: { id: 'azure' } }),
      'has no maestro_config and no azure_shard',
      'configuration',
    ],
  ])('is none %s', async (_, candidate, order, reason, rule) => {
    const { shard: chosen, exclusions } = await select([candidate], order)

    expect(chosen).toBeUndefined()
    expect(exclusions).toEqual([{ shardId: 'x', rule, reason }])
  })

  it('is none that is full', async () => {
    const { exclusions } = await select([shard('x')], cluster(), { x: 2 })

    expect(exclusions).toEqual([{ shardId: 'x', rule: 'room', reason: 'is full (2 of 2 clusters)' }])
  })

  it('is the one asked for, in maintenance or full, but not offline', async () => {
    const pinned = cluster({ properties: { provision_shard_id: 'x' } })

    expect((await select([shard('a'), shard('x', { status: 'maintenance' })], pinned, { x: 9 })).shard?.id).toBe('x')
    expect((await select([shard('a'), shard('x', { status: 'offline' })], pinned)).shard).toBeUndefined()
  })

  it('is explained shard by shard, near misses first', async () => {
    const { exclusions } = await select([shard('a', { region: 'eu' }), shard('b', { status: 'offline' })])

    expect(explainExclusions(cluster(), exclusions)).toBe(
      "No provision shard is available for cloud provider 'aws' and region 'us-east-1': " +
        "shard 'b' is not active (status offline); shard 'a' is for region 'eu'. Set the status of shard 'b' to active, or add a provision shard for them",
    )
    expect(explainExclusions(cluster(), [])).toContain('there are no provision shards. Add a provision shard for them')
  })
})
