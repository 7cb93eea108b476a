import { silentLogger } from '@skep/base'
import { type Database, openDatabase } from '@skep/database'
import { describeDatabases } from '@skep/database/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { machinePool } from '../model/children/pools.ts'
import { createPlacement } from '../shards/place.ts'
import { awsShard, onShard } from '../test/api-fixture.ts'
import { type ChildRecords, childRecords } from './children.ts'
import { type ClusterRecords, clusterRecords, type NewCluster } from './clusters.ts'
import { clusterQueue } from './queue.ts'
import { type ShardRecords, shardRecords } from './shards.ts'
import { migrations } from './tables.ts'

const newCluster = (id: string, more: Partial<NewCluster['cluster']> = {}): NewCluster => ({
  id,
  cluster: { id, name: id, state: 'pending', region: { id: 'us-east-1' }, cloud_provider: { id: 'aws' }, ...more },
  service: { organizationId: 'org', desiredPowerState: 'Running' },
  secrets: {},
  children: [],
})

describeDatabases('the records', ({ createUrl }) => {
  let database: Database
  let clusters: ClusterRecords
  let children: ChildRecords
  let shards: ShardRecords

  beforeEach(async () => {
    database = await openDatabase({ url: await createUrl(), migrations })
    clusters = clusterRecords(database)
    children = childRecords(database)
    shards = shardRecords(database)
  })
  afterEach(() => database.close())

  const queued = async () => {
    const { claims } = await clusterQueue.claim(database, 100, 'test', 60_000)
    for (const claim of claims) await clusterQueue.done(database, claim)
    return claims.map(({ key }) => key).sort()
  }
  const ids = async (search: string) => (await clusters.find({ search, order: 'name' })).items.map(({ id }) => id)

  it('enqueue a cluster with every change by a user, and with none by the driver', async () => {
    await clusters.create(newCluster('a'))
    const created = await queued()
    await clusters.observe('a', { state: 'installing' })
    const observed = await queued()
    await clusters.change('a', ({ cluster }) => ({ cluster: { ...cluster, multi_az: true } }))
    const changed = await queued()
    await children.create(machinePool, { clusterId: 'a', collection: 'machine_pools', id: 'p', body: {}, secrets: {} })

    expect([created, observed, changed, await queued()]).toEqual([['a'], [], ['a'], ['a']])
  })

  it('take what the driver found out while there is a cluster, once however many tell', async () => {
    await clusters.create(newCluster('a'))
    const put = (replicas: number) => children.put('a', 'machine_pools', 'worker', { replicas })
    await Promise.all([put(2), put(2), put(2)])
    await put(3)
    expect(await children.list('a', 'machine_pools')).toMatchObject([{ id: 'worker', document: { replicas: 3 } }])

    await clusters.finishDeletion('a')
    await put(4)
    expect(await children.listAll('a')).toEqual([])
  })

  it('write no observation of a child over what users wrote meanwhile', async () => {
    await clusters.create(newCluster('a'))
    const address = { clusterId: 'a', collection: 'upgrade_policies', id: 'p' } as const
    const seen = await children.create(machinePool, { ...address, body: { state: 'scheduled' }, secrets: {} })
    await children.change(address, 'Upgrade policy', { state: 'cancelled' }, seen.version, {})
    await children.observe(seen, { state: 'started' })
    expect((await children.get(address))?.document).toEqual({ id: 'p', state: 'cancelled' })

    await children.observe((await children.get(address))!, { state: 'over' })
    expect((await children.get(address))?.document).toEqual({ id: 'p', state: 'over' })
  })

  it('keep what the driver keeps apart of a child as long as there is the child', async () => {
    await clusters.create(newCluster('a'))
    await children.put('a', 'break_glass_credentials', 'g', { username: 'me' })
    const [child] = await children.list('a', 'break_glass_credentials')
    await children.keepSecrets(child!, { key: 'k' })
    expect(await children.secrets(child!)).toEqual({ key: 'k' })
    await children.keepSecrets(child!, {})
    expect(await children.secrets(child!)).toEqual({})

    await children.keepSecrets(child!, { key: 'k' })
    await clusters.finishDeletion('a')
    await children.keepSecrets(child!, { key: 'k' })
    expect(await children.secrets(child!)).toEqual({})
  })

  it('write observations only where they differ, and never over what users wrote', async () => {
    await clusters.create(newCluster('a', { api: { listening: 'internal' } }))

    const first = await clusters.observe('a', { state: 'ready', apiUrl: 'https://a', status: { description: 'up' } })
    const second = await clusters.observe('a', { state: 'ready', apiUrl: 'https://a' })
    const third = await clusters.observe('a', { status: { description: null } })

    expect(first?.cluster.api).toEqual({ listening: 'internal', url: 'https://a' })
    expect(second?.version).toBe(first?.version)
    expect(third?.cluster.status).toEqual({ state: 'ready' })
    expect(await clusters.observe('gone', { state: 'ready' })).toBeUndefined()
  })

  it('leave out what was seen of a cluster before users wanted something else of it', async () => {
    await clusters.create(newCluster('a', { state: 'ready' }))
    const before = (await clusters.get('a'))!
    const hibernating = await clusters.change('a', ({ cluster }) => ({
      cluster: { ...cluster, state: 'powering_down' },
      service: { desiredPowerState: 'Hibernating' },
    }))
    const late = await clusters.observe('a', { state: 'ready' }, before)
    const deletion = { requestedAt: '2026-01-01T00:00:00Z', deprovision: true, bestEffort: false }
    await clusters.change('a', ({ cluster }) => ({
      cluster: { ...cluster, state: 'uninstalling' },
      service: { deletion },
    }))
    const later = await clusters.observe('a', { state: 'hibernating' }, hibernating)

    expect([late?.cluster.state, later?.cluster.state]).toEqual(['powering_down', 'uninstalling'])
    expect((await clusters.observe('a', { state: 'uninstalling', infraId: 'i' }, later))?.cluster.infra_id).toBe('i')
  })

  it('lose neither of two changes at once', async () => {
    await clusters.create(newCluster('a'))

    await Promise.all([
      clusters.observe('a', { state: 'ready' }),
      clusters.change('a', ({ cluster }) => ({ cluster: { ...cluster, multi_az: true } })),
      clusters.observe('a', { infraId: 'infra' }),
      clusters.place('a', onShard('east')),
    ])

    expect(await clusters.get('a')).toMatchObject({
      shardId: 'east',
      namespace: 'ns',
      cluster: { state: 'ready', multi_az: true, infra_id: 'infra', properties: { provision_shard_id: 'east' } },
    })
  })

  it('keep the first shard of a cluster', async () => {
    await clusters.create(newCluster('a'))
    await clusters.place('a', onShard('east'))

    const again = await clusters.place('a', onShard('west'))

    expect(again?.shardId).toBe('east')
    expect(await clusters.idsOnShard('east')).toEqual(['a'])
    expect(await clusters.countOnShard('east')).toBe(1)
  })

  it('store what is seen of a cluster together with its shard, and nothing of one that stays where it is', async () => {
    await clusters.create(newCluster('a'))
    const seen = (description: string) => ({ status: { description } })
    const placed = await clusters.place('a', onShard('east'), seen('Preparing'))
    expect(placed).toMatchObject({ version: 2, shardId: 'east', cluster: { status: { description: 'Preparing' } } })

    expect(await clusters.place('a', onShard('west'), seen('Preparing again'))).toEqual(placed)
  })

  it('fill a shard to its limit and no further, however many replicas place at once', async () => {
    const url = await createUrl()
    const replicas = [await openDatabase({ url, migrations }), await openDatabase({ url, migrations })]
    const placements = replicas.map((replica) => {
      const records = { clusters: clusterRecords(replica), shards: shardRecords(replica) }
      return createPlacement({ ...records, shardClusterLimit: 5, environment: 'test', log: silentLogger })
    })
    const records = clusterRecords(replicas[0]!)
    await shardRecords(replicas[0]!).upsert('east', awsShard())
    const orders = await Promise.all(Array.from({ length: 12 }, (_, index) => records.create(newCluster(`c${index}`))))

    const placed = await Promise.all(orders.map((order, index) => placements[index % 2]!(order)))

    expect(placed.filter((placement) => 'shard' in placement)).toHaveLength(5)
    expect(await records.countOnShard('east')).toBe(5)
    expect(placed.find((placement) => 'waiting' in placement)).toMatchObject({
      waiting: expect.stringContaining("shard 'east' is full (5 of 5 clusters)"),
    })
    for (const replica of replicas) await replica.close()
  })

  it('count the clusters of a shard as they come and go', async () => {
    for (const id of ['a', 'b']) {
      await clusters.create(newCluster(id))
      await clusters.place(id, onShard('east'))
    }
    const full = await clusters.countOnShard('east')
    await clusters.finishDeletion('a')
    await clusters.finishDeletion('a')

    expect([full, await clusters.countOnShard('east'), await clusters.countOnShard('west')]).toEqual([2, 1, 0])
  })

  it('observe a cluster over what users changed since it was looked at', async () => {
    await clusters.create(newCluster('a'))
    const seen = (await clusters.get('a'))!
    await clusters.change('a', ({ cluster }) => ({ cluster: { ...cluster, multi_az: true } }))

    const observed = await clusters.observe('a', { state: 'ready' }, seen)

    expect(observed?.cluster).toMatchObject({ state: 'ready', multi_az: true })
    expect(await clusters.get('a')).toEqual(observed)
  })

  it('forget a cluster whose id was used before', async () => {
    for (const name of ['first', 'second']) {
      await clusters.create(newCluster('chosen', { name }))
      await clusters.finishDeletion('chosen')
    }

    expect((await clusters.findDeleted({})).items.map(({ cluster }) => cluster.name)).toEqual(['second'])
  })

  it('have those who wait look again when a shard changes, or room is made', async () => {
    await clusters.create(newCluster('placed'))
    await clusters.create(newCluster('waiting'))
    await clusters.place('placed', onShard('east'))
    await queued()

    await shards.upsert('east', awsShard())
    const afterShard = await queued()
    await clusters.finishDeletion('placed')

    expect(await clusters.unplacedIds()).toEqual(['waiting'])
    expect(afterShard).toEqual(['waiting'])
    expect(await queued()).toEqual(['waiting'])
  })

  it('tell whoever listens when shards change', async () => {
    const told = new Promise<void>((resolve) => shards.onChange(resolve))

    await shards.upsert('east', awsShard())

    await told
    expect(await shards.upsert('east', awsShard())).toBe(false)
  })

  it('refuse a second cluster of a name within an organisation, not in another', async () => {
    await clusters.create(newCluster('a', { name: 'same' }))
    const other = {
      ...newCluster('c', { name: 'same' }),
      service: { organizationId: 'o2', desiredPowerState: 'Running' as const },
    }

    await expect(clusters.create(newCluster('b', { name: 'same' }))).rejects.toThrow("Cluster 'same' already exists")
    await expect(clusters.create(newCluster('a', { name: 'new' }))).rejects.toThrow("Cluster 'a' already exists")
    expect((await clusters.create(other)).id).toBe('c')
  })

  it('are found by the queries of real clients', async () => {
    await clusters.create(
      newCluster('a', {
        managed: true,
        product: { id: 'rosa' },
        external_id: 'k',
        creation_timestamp: '2026-01-01T00:00:00Z',
        properties: { rosa_creator_arn: 'arn:aws:123456789012:x' },
        aws: { sts: { role_arn: 'r', operator_iam_roles: [{ role_arn: 'y/x-1' }] } },
      }),
    )
    await clusters.create(newCluster('b', { managed: false, creation_timestamp: '2026-02-01T00:00:00Z' }))

    expect(await ids("name like '%a%' or id like '%a%'")).toEqual(['a'])
    expect(await ids("managed = 't'")).toEqual(['a'])
    expect(await ids("product.id = 'rosa' AND (id = 'k' OR name = 'k' OR external_id = 'k')")).toEqual(['a'])
    expect(await ids("properties.rosa_creator_arn LIKE 'arn:%:123456789012:%'")).toEqual(['a'])
    expect(await ids("aws.sts.role_arn = ''")).toEqual(['b'])
    expect(await ids("aws.sts.operator_iam_roles.role_arn like '%/x-%'")).toEqual(['a'])
    expect(await ids("id in ('a','b') or name in ('a','b')")).toEqual(['a', 'b'])
    expect(await ids("creation_timestamp > '2026-01-15T00:00:00+02:00'")).toEqual(['b'])
    expect(await ids("region.id is 'us-east-1' and state != 'ready'")).toEqual(['a', 'b'])
    expect(await ids("aws.sts.operator_iam_roles.role_arn ~= '/x-\\d$' and name ~! '^b'")).toEqual(['a'])
  })

  it('keep what is removed from a shard until it is gone there', async () => {
    await clusters.create(newCluster('a'))
    const address = { clusterId: 'a', collection: 'machine_pools', id: 'p' } as const
    const pool = await children.create(machinePool, { ...address, body: { replicas: 1 }, secrets: {} })

    await children.remove(address)
    const going = await children.list('a', 'machine_pools')
    await children.finishDeletion(pool)

    expect(going).toMatchObject([{ id: 'p', deleting: true, document: { id: 'p', replicas: 1 } }])
    expect(await children.listAll('a')).toEqual([])
  })

  it('count clusters by state', async () => {
    await clusters.create(newCluster('a'))
    await clusters.create(newCluster('b', { state: 'ready' }))

    const counts = await clusters.countByState()

    expect([counts.get('pending'), counts.get('ready'), counts.get('error')]).toEqual([1, 1, 0])
  })
})
