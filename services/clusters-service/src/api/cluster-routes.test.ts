import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type ApiFixture,
  ARO,
  awsOrder,
  awsShard,
  azureOrder,
  azureShard,
  MGMT,
  onShard,
  startApi,
} from '../test/api-fixture.ts'
import { expireNow } from './expiration.ts'

let api: ApiFixture

beforeEach(async () => {
  api = await startApi({ maximumExpirationMs: 7 * 86_400_000 })
  await api.parts.shards.upsert('east', awsShard())
})
afterEach(() => api.close())

const order = async (name: string, more = {}) => (await api.post(`${MGMT}/clusters`, awsOrder(name, more))).body
const clusterPath = (id: string) => `${MGMT}/clusters/${id}`
const makeReady = (id: string) => api.parts.clusters.observe(id, { state: 'ready' })

describe('a list of clusters', () => {
  it('shows each as it is now, and as it is by itself', async () => {
    const { id } = await order('demo')
    const before = await api.get(`${MGMT}/clusters`)
    await makeReady(id)

    const after = await api.get(`${MGMT}/clusters`)
    const named = await api.get(`${MGMT}/clusters?fields=name,state`)

    expect(before.body.items[0].state).toBe('pending')
    expect(after.body).toMatchObject({ kind: 'ClusterList', page: 1, size: 1, total: 1 })
    expect(after.body.items).toEqual([(await api.get(clusterPath(id))).body])
    expect(after.body.items[0].state).toBe('ready')
    expect(named.body.items[0]).toMatchObject({ name: 'demo', state: 'ready' })
    expect(named.body.items[0].region).toBeUndefined()
  })

  it('shows what has the id of one that is gone', async () => {
    const { id } = await order('demo')
    await api.get(`${MGMT}/clusters`)
    await api.parts.clusters.finishDeletion(id)
    await api.post(`${MGMT}/clusters`, awsOrder('other', { id }))

    expect((await api.get(`${MGMT}/clusters`)).body.items).toMatchObject([{ id, name: 'other' }])
  })
})

describe('deleting a cluster', () => {
  it('is uninstalling until the driver saw it gone, and then not found', async () => {
    const { id } = await order('demo')

    const first = await api.remove(`${clusterPath(id)}?best_effort=true`)
    const second = await api.remove(clusterPath(id))
    const between = await api.get(clusterPath(id))
    const pending = await api.get(`${MGMT}/pending_delete_clusters`)
    await api.parts.clusters.finishDeletion(id)

    expect([first.status, second.status]).toEqual([204, 204])
    expect(between.body.state).toBe('uninstalling')
    expect(pending.body.items[0]).toMatchObject({ id, best_effort: true, cluster: { kind: 'ClusterLink', id } })
    expect((await api.get(clusterPath(id))).status).toBe(404)
    expect((await api.get(`${MGMT}/deleted_clusters`)).body.items[0].cluster.name).toBe('demo')
    expect((await api.post(`${MGMT}/clusters`, awsOrder('demo'))).status).toBe(201)
  })

  it('changes nothing in a dry run', async () => {
    const { id } = await order('demo')

    expect((await api.remove(`${clusterPath(id)}?dry_run=true`)).status).toBe(204)
    expect((await api.get(clusterPath(id))).body.state).toBe('pending')
  })

  it('is refused while the cluster is protected', async () => {
    const { id } = await order('demo')
    await api.patch(`${clusterPath(id)}/delete_protection`, { enabled: true })

    const refused = await api.remove(clusterPath(id))
    await api.patch(`${clusterPath(id)}/delete_protection`, { enabled: false })

    expect(refused.status).toBe(403)
    expect((await api.remove(clusterPath(id))).status).toBe(204)
  })

  it('happens by itself when the time of a cluster is over', async () => {
    const { id } = await order('demo', { expiration_timestamp: '2026-01-02T04:00:00Z' })
    const later = { ...api.parts, clock: { ...api.parts.clock, now: () => Date.parse('2026-01-02T04:00:01Z') } }

    await expireNow(api.parts)
    const before = (await api.get(clusterPath(id))).body.state
    await expireNow(later)

    expect(before).toBe('pending')
    expect((await api.get(clusterPath(id))).body.state).toBe('uninstalling')
  })
})

describe('hibernating and resuming', () => {
  it('answers 200 with JSON and shows the state on the way', async () => {
    const { id } = await order('demo')
    await makeReady(id)

    const asleep = await api.post(`${clusterPath(id)}/hibernate`)
    const down = (await api.get(clusterPath(id))).body.state
    await api.parts.clusters.observe(id, { state: 'hibernating' })
    const awake = await api.post(`${clusterPath(id)}/resume`)

    expect(asleep.status).toBe(200)
    expect(asleep.headers.get('content-type')).toBe('application/json')
    expect(down).toBe('powering_down')
    expect(awake.status).toBe(200)
    expect((await api.get(clusterPath(id))).body.state).toBe('resuming')
    expect((await api.parts.clusters.get(id))?.desiredPowerState).toBe('Running')
  })

  it('is refused while the cluster is being installed', async () => {
    const { id } = await order('demo')

    expect((await api.post(`${clusterPath(id)}/hibernate`)).status).toBe(400)
  })
})

describe('clusters on Azure', () => {
  beforeEach(async () => {
    const { body } = await api.post(`${ARO}/provision_shards`, azureShard())
    await api.patch(`${ARO}/provision_shards/${body.id}`, { status: 'active' })
  })

  it('are ordered and changed through their own API, and read through both', async () => {
    const wrong = await api.post(`${MGMT}/clusters`, { ...azureOrder('az'), cloud_provider: { id: 'azure' } })
    const right = await api.post(`${ARO}/clusters`, azureOrder('az'))
    const { id } = right.body
    const patched = await api.patch(clusterPath(id), { properties: {} })

    const reason = 'ARO-HCP related clusters operation can only be performed using ARO-HCP endpoint'
    expect(wrong).toMatchObject({ status: 400, body: { reason } })
    expect(patched).toMatchObject({ status: 400, body: { reason } })
    expect(right).toMatchObject({
      status: 201,
      body: { href: `/api/aro_hcp/v1alpha1/clusters/${id}`, hypershift: { enabled: true } },
    })
    expect((await api.get(clusterPath(id))).body.href).toBe(`/api/clusters_mgmt/v1/clusters/${id}`)
    expect((await api.get(`${ARO}/clusters/none`)).body.code).toBe('ARO-HCP-404')
  })

  it.each(['subscription_id', 'tenant_id'])('need azure.%s, which stays as it is', async (attribute) => {
    const missing = await api.post(`${ARO}/clusters`, azureOrder('az', { [attribute]: undefined }))
    const { body } = await api.post(`${ARO}/clusters`, azureOrder('az'))
    const changed = await api.patch(`${ARO}/clusters/${body.id}`, { azure: { [attribute]: 'other' } })

    expect(missing.body.reason).toBe(`Attribute 'azure.${attribute}' is mandatory`)
    expect(changed.status).toBe(400)
    expect(changed.body.reason).toContain(`'azure.${attribute}'`)
  })

  it('are found by subscription and resource group', async () => {
    for (const [name, group] of [
      ['a', 'R'],
      ['b', 'R'],
      ['c', 'other'],
    ]) {
      await api.post(`${ARO}/clusters`, azureOrder(name!, { resource_group_name: group! }))
    }

    const search = encodeURIComponent("azure.subscription_id='S' and azure.resource_group_name='R'")
    const { body } = await api.get(`${MGMT}/clusters?order=name&search=${search}`)

    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['a', 'b'])
    expect(body.items[0].azure).toMatchObject({ subscription_id: 'S', resource_group_name: 'R', resource_name: 'a' })
  })

  it('answer the shard, or nothing but its kind while there is none', async () => {
    const shard = (await api.get(`${ARO}/provision_shards`)).body.items.find(
      (item: { topology?: string }) => item.topology,
    )
    await api.patch(`${ARO}/provision_shards/${shard.id}`, { status: 'maintenance' })
    const { id, href } = (await api.post(`${ARO}/clusters`, azureOrder('az'))).body
    const before = await api.get(`${href}/provision_shard`)
    await api.parts.clusters.place(id, onShard(shard.id))

    const after = await api.get(`/${href}/provision_shard`)

    expect(before.body).toEqual({ kind: 'ProvisionShard' })
    expect(after.body.azure_shard.cx_managed_identities_key_vault_url).toBe('https://mi-mgmt-1.vault.azure.net/')
  })
})

describe('lists of clusters', () => {
  beforeEach(async () => {
    for (let index = 0; index < 13; index++) await order(`my-${String(index).padStart(2, '0')}`)
  })

  it('come in pages whose sizes and totals are right', async () => {
    const second = await api.get(`${MGMT}/clusters?page=2&size=10`)
    const beyond = await api.get(`${MGMT}/clusters?page=9&size=10`)

    expect(second.body).toMatchObject({ kind: 'ClusterList', page: 2, size: 3, total: 13 })
    expect(second.body.items).toHaveLength(3)
    expect(beyond.body).toMatchObject({ size: 0, total: 13, items: [] })
  })

  it('are searched, ordered, and cut to fields', async () => {
    const query = new URLSearchParams({ search: "name like 'my-0%'", order: 'name desc', size: '2', fields: 'name' })
    const { body } = await api.get(`${MGMT}/clusters?${query}`)

    expect(body.total).toBe(10)
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['my-09', 'my-08'])
    expect(Object.keys(body.items[0]).sort()).toEqual(['href', 'id', 'kind', 'name'])
  })

  it.each(['page=0', 'page=x', 'size=-1', 'search=bogus%20%3D%201', 'search=name%20%3D', 'order=bogus'])(
    'refuse %s',
    async (query) => {
      const { status, body } = await api.get(`${MGMT}/clusters?${query}`)

      expect(status).toBe(400)
      expect(body.code).toBe('CLUSTERS-MGMT-400')
    },
  )
})
