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

describe('ordering a cluster', () => {
  it('answers 201 with id, href, links and the state pending', async () => {
    const { status, headers, body } = await api.post(`${MGMT}/clusters`, awsOrder('demo'))

    expect(status).toBe(201)
    expect(headers.get('content-type')).toBe('application/json')
    expect(body.kind).toBe('Cluster')
    expect(body.id).toMatch(/^[0-9a-v]{32}$/)
    expect(body.href).toBe(`/api/clusters_mgmt/v1/clusters/${body.id}`)
    expect(body.state).toBe('pending')
    expect(body.status).toMatchObject({ kind: 'ClusterStatus', state: 'pending', href: `${body.href}/status` })
    expect(body.region).toEqual({
      kind: 'CloudRegionLink',
      id: 'us-east-1',
      href: '/api/clusters_mgmt/v1/cloud_providers/aws/regions/us-east-1',
    })
    expect(body.machine_pools).toEqual({ kind: 'MachinePoolListLink', href: `${body.href}/machine_pools` })
    expect(body.external_configuration.syncsets.kind).toBe('SyncsetListLink')
    expect(body.flavour.id).toBe('osd-4')
    expect(body.domain_prefix).toBe('demo')
    expect(body.version).toMatchObject({ id: 'openshift-v4.17.0', raw_id: '4.17.0' })
    expect(body.network).toEqual({
      type: 'OVNKubernetes',
      machine_cidr: '10.0.0.0/16',
      service_cidr: '172.30.0.0/16',
      pod_cidr: '10.128.0.0/14',
      host_prefix: 23,
    })
    expect(body.service).toBeUndefined()
  })

  it('takes the default version, and a generated domain prefix for a long name', async () => {
    const body = await order('a-name-of-many-letters', { version: undefined })

    expect(body.version.id).toBe('openshift-v4.18.0')
    expect(body.domain_prefix).toMatch(/^a-name-of-[0-9a-v]{4}$|^a-name-of-?[-0-9a-v]{1,6}$/)
    expect(body.domain_prefix.length).toBeLessThanOrEqual(15)
  })

  it('has the channel group of its version', async () => {
    const version = { id: 'openshift-v4.18.0-ec.0-candidate' }

    expect((await order('demo', { version })).version).toMatchObject({
      channel_group: 'candidate',
      raw_id: '4.18.0-ec.0',
    })
  })

  it('puts the cluster into the queue of the driver', async () => {
    const { id } = await order('demo')

    const { clusterQueue } = await import('../records/queue.ts')
    const { claims } = await clusterQueue.claim(api.parts.database, 10, 'test', 1000)

    expect(claims.map(({ key }) => key)).toEqual([id])
  })

  it('keeps an id that the client chose', async () => {
    const body = await order('demo', { id: '2b04fg1kjki5uvc8smbr3phgeq5ikpjq' })

    expect(body.id).toBe('2b04fg1kjki5uvc8smbr3phgeq5ikpjq')
  })

  it('neither shows nor searches secrets, and keeps them for the driver', async () => {
    const body = await order('demo', { aws: { account_id: '1', access_key_id: 'AK', secret_access_key: 'SK' } })
    const search = await api.get(`${MGMT}/clusters?search=${encodeURIComponent("aws.secret_access_key = 'SK'")}`)

    expect(body.aws).toEqual({ account_id: '1' })
    expect(search.status).toBe(400)
    expect(await api.parts.clusters.secrets(body.id)).toEqual({ aws: { access_key_id: 'AK', secret_access_key: 'SK' } })
  })

  it('stores nothing in a dry run', async () => {
    const good = await api.post(`${MGMT}/clusters?dryRun=true`, awsOrder('demo'))
    const bad = await api.post(`${MGMT}/clusters?dryRun=true`, awsOrder('demo', { region: { id: 'eu-west-1' } }))

    expect(good.status).toBe(204)
    expect(good.body).toBeUndefined()
    expect(bad.status).toBe(400)
    expect((await api.get(`${MGMT}/clusters`)).body.total).toBe(0)
  })

  it('waits and says why when the only shard is in maintenance', async () => {
    await api.patch(`${MGMT}/provision_shards/east`, { status: 'maintenance' })

    const body = await order('demo')

    expect(body.state).toBe('pending')
    expect(body.status.description).toBe(
      "No provision shard is available for cloud provider 'aws' and region 'us-east-1': shard 'east' is not active (status maintenance). Set the status of shard 'east' to active, or add a provision shard for them",
    )
  })

  it.each([
    ['a name with capitals', { name: 'Demo' }, "Attribute 'name' is invalid"],
    ['no name', { name: undefined }, "Attribute 'name' is mandatory"],
    ['no region', { region: undefined }, "Attribute 'region.id' is mandatory"],
    ['a region without a shard', { region: { id: 'eu-west-1' } }, 'eu-west-1'],
    ['an unknown cloud', { cloud_provider: { id: 'moon' } }, "Cloud provider 'moon' doesn't exist"],
    ['an unknown version', { version: { id: 'openshift-v1.0.0' } }, "Version 'openshift-v1.0.0' doesn't exist"],
    ['a disabled version', { version: { id: 'openshift-v4.17.5' } }, "Version 'openshift-v4.17.5' is disabled"],
    ['an unknown flavour', { flavour: { id: 'vanilla' } }, "Flavour 'vanilla' doesn't exist"],
    ['an unknown product', { product: { id: 'x' } }, "Product 'x' doesn't exist"],
    ['an unknown machine type', { nodes: { compute_machine_type: { id: 'huge' } } }, "Machine type 'huge'"],
    [
      'both ways of scaling',
      { nodes: { compute: 2, autoscale_compute: { min_replicas: 1, max_replicas: 2 } } },
      'nodes.autoscale_compute',
    ],
    [
      'limits the wrong way round',
      { nodes: { autoscale_compute: { min_replicas: 3, max_replicas: 2 } } },
      'nodes.autoscale_compute',
    ],
    ['a text for a number', { nodes: { compute: 'two' } }, "Attribute 'nodes.compute'"],
    ['a CIDR that is none', { network: { machine_cidr: '10.0.0.0' } }, "Attribute 'network.machine_cidr'"],
    ['CIDRs that overlap', { network: { machine_cidr: '10.128.0.0/16' } }, 'overlap'],
    ['an unknown shard', { properties: { provision_shard_id: 'west' } }, "Provision shard 'west'"],
    ['an end in the past', { expiration_timestamp: '2020-01-01T00:00:00Z' }, "Attribute 'expiration_timestamp'"],
    ['an end too late', { expiration_timestamp: '2027-01-01T00:00:00Z' }, "Attribute 'expiration_timestamp'"],
    [
      'too many tags',
      { aws: { tags: Object.fromEntries(Array.from({ length: 26 }, (_, i) => [`t${i}`, 'x'])) } },
      "Attribute 'aws.tags'",
    ],
  ])('refuses %s and names it', async (_, more, reason) => {
    const { status, body } = await api.post(`${MGMT}/clusters`, awsOrder('demo', more))

    expect(status).toBe(400)
    expect(body.code).toBe('CLUSTERS-MGMT-400')
    expect(body.reason).toContain(reason)
  })

  it('refuses a name that is taken', async () => {
    await order('demo')

    const { status, body } = await api.post(`${MGMT}/clusters`, awsOrder('demo'))

    expect(status).toBe(400)
    expect(body.reason).toBe("Cluster 'demo' already exists")
    expect((await api.post(`${MGMT}/clusters?dryRun=true`, awsOrder('demo'))).status).toBe(400)
  })
})

describe('changing a cluster', () => {
  it('changes what is sent, clears what is null, and replaces maps as a whole', async () => {
    const { id } = await order('demo', {
      properties: { a: '1', b: '2' },
      proxy: { http_proxy: 'http://p', no_proxy: 'x' },
    })

    const { status, body } = await api.patch(clusterPath(id), {
      properties: { c: '3' },
      proxy: { no_proxy: null },
      nodes: { compute: 5 },
    })

    expect(status).toBe(200)
    expect(body.properties).toEqual({ c: '3' })
    expect(body.proxy).toEqual({ http_proxy: 'http://p' })
    expect(body.nodes).toMatchObject({ compute: 5, master: 3 })
  })

  it('switches between a number of nodes and limits', async () => {
    const { id } = await order('demo')

    const { body } = await api.patch(clusterPath(id), {
      nodes: { autoscale_compute: { min_replicas: 2, max_replicas: 4 } },
    })

    expect(body.nodes.compute).toBeUndefined()
    expect(body.nodes.autoscale_compute).toEqual({ min_replicas: 2, max_replicas: 4 })
  })

  it('keeps the shard that was chosen', async () => {
    const { id } = await order('demo')
    await api.parts.clusters.place(id, onShard('east'))

    const { body } = await api.patch(clusterPath(id), { properties: {} })
    expect(body.provision_shard).toEqual({
      kind: 'ProvisionShardLink',
      id: 'east',
      href: `${MGMT}/provision_shards/east`,
    })
    const other = await api.patch(clusterPath(id), { properties: { provision_shard_id: 'west' } })

    expect(body.properties).toEqual({ provision_shard_id: 'east' })
    expect(other.status).toBe(400)
  })

  it('takes back unchanged what it answered', async () => {
    const { id } = await order('demo')
    const { body } = await api.get(clusterPath(id))

    expect((await api.patch(clusterPath(id), body)).status).toBe(200)
    expect((await api.patch(clusterPath(id), { network: { host_prefix: 23 } })).status).toBe(200)
    expect((await api.patch(clusterPath(id), { network: { host_prefix: 24 } })).status).toBe(400)
  })

  it.each([
    ['region', { region: { id: 'eu-west-1' } }],
    ['cloud_provider', { cloud_provider: { id: 'gcp' } }],
    ['name', { name: 'other' }],
    ['state', { state: 'ready' }],
    ['external_id', { external_id: 'x' }],
  ])('refuses to change %s', async (attribute, change) => {
    const { id } = await order('demo')

    const { status, body } = await api.patch(clusterPath(id), change)

    expect(status).toBe(400)
    expect(body.reason).toContain(`'${attribute}'`)
  })

  it('does not undo a change with what the driver observed meanwhile', async () => {
    const { id } = await order('demo')
    await api.patch(clusterPath(id), { nodes: { compute: 7 } })

    await api.parts.clusters.observe(id, { state: 'installing', apiUrl: 'https://api' })

    const { body } = await api.get(clusterPath(id))
    expect(body.nodes.compute).toBe(7)
    expect(body.state).toBe('installing')
    expect(body.status.state).toBe('installing')
    expect(body.api).toEqual({ listening: 'external', url: 'https://api' })
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
    const { id, href } = (await api.post(`${ARO}/clusters`, azureOrder('az'))).body
    const before = await api.get(`${href}/provision_shard`)
    const shard = (await api.get(`${ARO}/provision_shards`)).body.items.find(
      (item: { topology?: string }) => item.topology,
    )
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
