import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clusterQueue } from '../records/queue.ts'
import { type ApiFixture, awsOrder, awsShard, MGMT, startApi } from '../test/api-fixture.ts'

let api: ApiFixture

beforeEach(async () => {
  api = await startApi({ maximumExpirationMs: 7 * 86_400_000 })
  await api.parts.shards.upsert('east', awsShard())
})
afterEach(() => api.close())

const order = async (name: string, more = {}) => (await api.post(`${MGMT}/clusters`, awsOrder(name, more))).body

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

  it('has a shard from the beginning, where one is free', async () => {
    const { id, properties } = await order('demo', { properties: { team: 'blue' } })

    expect(properties).toEqual({ team: 'blue', provision_shard_id: 'east' })
    expect(await api.parts.clusters.get(id)).toMatchObject({ shardId: 'east', namespace: `uhc-test-${id}` })
    expect(await api.parts.clusters.countOnShard('east')).toBe(1)
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
