import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ApiFixture, ARO, awsOrder, awsShard, azureShard, MGMT, onShard, startApi } from '../test/api-fixture.ts'

let api: ApiFixture

beforeEach(async () => {
  api = await startApi()
})
afterEach(() => api.close())

describe('the service', () => {
  it('says what it is at its base', async () => {
    expect((await api.get(MGMT)).body).toMatchObject({ kind: 'Metadata', href: MGMT })
    expect((await api.get(ARO)).status).toBe(200)
  })

  it('answers errors in the form that clients know', async () => {
    const { status, headers, body } = await api.get(`${MGMT}/clusters/none`)

    expect(status).toBe(404)
    expect(headers.get('content-type')).toBe('application/json')
    expect(body).toMatchObject({
      kind: 'Error',
      id: '404',
      href: '/api/clusters_mgmt/v1/errors/404',
      code: 'CLUSTERS-MGMT-404',
      reason: "Cluster 'none' not found",
    })
    expect(body.operation_id).toMatch(/^[0-9a-f-]{36}$/)
    expect((await api.get(body.href)).body).toMatchObject({ kind: 'Error', id: '404', code: 'CLUSTERS-MGMT-404' })
  })

  it.each([
    ['GET', `${MGMT}/nonsense`, 404, `Can't find resource for path '${MGMT}/nonsense'`],
    ['PUT', `${MGMT}/clusters`, 405, `Method 'PUT' isn't supported for path '${MGMT}/clusters'`],
  ])('%s %s is refused', async (method, path, status, reason) => {
    expect(await api.send(method, path)).toMatchObject({ status, body: { reason } })
  })

  it('keeps what operators set of the environment', async () => {
    await api.patch(`${MGMT}/environment`, { backplane_url: 'https://b' })

    expect((await api.get(`${MGMT}/environment`)).body).toMatchObject({ name: 'test', backplane_url: 'https://b' })
    expect((await api.patch(`${MGMT}/environment`, { name: 'x' })).status).toBe(400)
  })

  it('registers clusters, each once', async () => {
    const registration = { external_id: '1656aecf', subscription_id: 's', console_url: 'https://c' }

    const first = await api.post(`${MGMT}/register_cluster`, registration)
    const second = await api.post(`${MGMT}/register_cluster`, registration)

    expect(first).toMatchObject({ status: 201, body: { kind: 'Cluster', external_id: '1656aecf', managed: false } })
    expect(second.body).toMatchObject({ id: '1001', code: 'CLUSTERS-MGMT-1001' })
    expect((await api.patch(first.body.href, { properties: { a: 'b' } })).body.properties).toEqual({ a: 'b' })
    expect((await api.remove(first.body.href)).status).toBe(204)
    expect((await api.get(first.body.href)).status).toBe(404)
  })
})

describe('the catalog', () => {
  it('searches and orders versions as any list', async () => {
    const query = new URLSearchParams({
      search: "enabled = 'true' AND rosa_enabled = 'true' AND channel_group = 'stable'",
      order: 'default desc, id desc',
    })
    const { body } = await api.get(`${MGMT}/versions?${query}`)

    expect(body.items.map(({ raw_id }: { raw_id: string }) => raw_id)).toEqual(['4.18.0', '4.17.0'])
    expect((await api.get(body.items[0].href)).body.default).toBe(true)
    expect((await api.get(`${MGMT}/versions?search=bogus%3D1`)).status).toBe(400)
  })

  it('has clouds with their regions, machine types, products and flavours', async () => {
    const clouds = (await api.get(`${MGMT}/cloud_providers?fetchRegions=true&search=id='aws'`)).body
    const region = await api.get(`${MGMT}/cloud_providers/aws/regions/us-east-1`)
    const available = await api.post(`${MGMT}/cloud_providers/aws/available_regions`, { aws: {} })
    const types = (
      await api.get(`${MGMT}/machine_types?search=${encodeURIComponent("cloud_provider.id='aws'")}&size=1`)
    ).body

    expect(clouds.items[0]).toMatchObject({ kind: 'CloudProvider', id: 'aws', name: 'aws' })
    expect(clouds.items[0].regions[0].kind).toBe('CloudRegion')
    expect(region.body).toMatchObject({
      kind: 'CloudRegion',
      id: 'us-east-1',
      cloud_provider: { kind: 'CloudProviderLink' },
    })
    expect(available.body.kind).toBe('CloudRegionList')
    expect(types.items[0]).toMatchObject({ kind: 'MachineType', cpu: { unit: 'vCPU' }, memory: { unit: 'B' } })
    expect((await api.get(`${MGMT}/products/osd`)).body).toMatchObject({ kind: 'Product', id: 'osd' })
    expect((await api.get(`${MGMT}/flavours/none`)).body.reason).toBe("Flavour 'none' not found")
  })

  it('lets operators change flavours, and orders follow', async () => {
    await api.parts.shards.upsert('east', awsShard())

    const changed = await api.patch(`${MGMT}/flavours/osd-4`, { aws: { compute_instance_type: 'm5.2xlarge' } })
    const { body } = await api.post(`${MGMT}/clusters`, awsOrder('demo'))

    expect(changed.body).toMatchObject({ kind: 'Flavour', name: 'osd-4', aws: { compute_instance_type: 'm5.2xlarge' } })
    expect(body.nodes.compute_machine_type.id).toBe('m5.2xlarge')
  })
})

describe('provision shards', () => {
  it('never show a kubeconfig', async () => {
    await api.parts.shards.upsert('east', awsShard())

    const { body } = await api.get(`${MGMT}/provision_shards`)

    expect(body).toMatchObject({ kind: 'ProvisionShardList', total: 1 })
    expect(body.items[0].hive_config).toEqual({ kubeconfig: '**********', server: 'https://127.0.0.1:1' })
    expect(body.items[0].region.kind).toBe('CloudRegion')
    const search = encodeURIComponent("hive_config.kubeconfig like '%'")
    expect((await api.get(`${MGMT}/provision_shards?search=${search}`)).status).toBe(400)
  })

  it('begin in maintenance, are unique, and change nothing but their status', async () => {
    const created = await api.post(`${ARO}/provision_shards`, azureShard())
    const path = `${ARO}/provision_shards/${created.body.id}`
    const again = await api.post(`${ARO}/provision_shards`, {
      ...azureShard(),
      maestro_config: azureShard('b')['maestro_config'],
    })
    const consumer = await api.post(`${ARO}/provision_shards`, {
      ...azureShard(),
      azure_shard: azureShard('b')['azure_shard'],
    })

    expect(created).toMatchObject({ status: 201, body: { status: 'maintenance', topology: 'shared' } })
    expect(again.status).toBe(409)
    expect(again.body.reason).toContain('aks_management_cluster_resource_id')
    expect(consumer.status).toBe(409)
    expect((await api.patch(path, { topology: 'dedicated' })).status).toBe(400)
    expect((await api.patch(path, { region: { id: 'eastus' } })).status).toBe(400)
    expect(await api.patch(path, { status: 'active' })).toMatchObject({ status: 200, body: { status: 'active' } })
    expect((await api.patch(path, { status: null })).status).toBe(400)
    expect((await api.remove(path)).status).toBe(204)
    expect((await api.get(path)).status).toBe(404)
  })

  it.each([
    ['a vault that is none', { azure_shard: { cx_secrets_key_vault_url: 'http://x.vault.azure.net/' } }],
    ['a REST URL without port', { maestro_config: { rest_api_config: { url: 'http://maestro' } } }],
    ['a gRPC URL with scheme', { maestro_config: { grpc_api_config: { url: 'http://m:1' } } }],
    ['REST and gRPC at one address', { maestro_config: { grpc_api_config: { url: 'maestro:8000' } } }],
    ['no consumer', { maestro_config: { consumer_name: '' } }],
    ['no region', { region: null }],
    ['a cloud that there is not', { cloud_provider: { id: 'mist' } }],
    ['an id that is no part of a path', { id: 'a/b' }],
  ])('with %s are refused', async (_, change) => {
    const whole = azureShard()
    const body = Object.fromEntries(
      Object.entries({ ...whole, ...change }).map(([name, value]) => [
        name,
        value !== null && typeof value === 'object' ? { ...(whole[name] as object), ...value } : value,
      ]),
    )

    expect((await api.post(`${ARO}/provision_shards`, body)).status).toBe(400)
  })

  it('stay while they hold clusters', async () => {
    await api.parts.shards.upsert('east', awsShard())
    const { body } = await api.post(`${MGMT}/clusters`, awsOrder('demo'))
    await api.parts.clusters.place(body.id, onShard('east'))

    expect(await api.remove(`${MGMT}/provision_shards/east`)).toMatchObject({
      status: 409,
      body: { reason: "Provision shard 'east' still holds 1 cluster" },
    })
  })

  it('may get a new kubeconfig, and keep the old one when the mask comes back', async () => {
    await api.parts.shards.upsert('east', awsShard())
    const path = `${MGMT}/provision_shards/east`

    await api.patch(path, { hive_config: { kubeconfig: '**********' } })
    const bad = await api.patch(path, { hive_config: { kubeconfig: '/etc/kubeconfig' } })

    expect((await api.parts.shards.get('east'))?.hiveConfig).toContain('kind: Config')
    expect(bad.status).toBe(400)
    expect(bad.body.reason).toContain('looks like the path of a file')
  })
})

describe('what a cluster lets see', () => {
  it('has credentials, logs and objects from its shard', async () => {
    await api.parts.shards.upsert('east', awsShard())
    const { href, id } = (await api.post(`${MGMT}/clusters`, awsOrder('demo'))).body
    const early = await api.get(`${href}/credentials`)
    api.driver.answers.kubeconfig = 'apiVersion: v1'
    api.driver.answers.installLog = 'one\ntwo\nthree\n'

    expect(early.status).toBe(404)
    expect((await api.get(`${href}/credentials`)).body).toMatchObject({
      kind: 'ClusterCredentials',
      kubeconfig: 'apiVersion: v1',
    })
    expect((await api.get(`${href}/logs/install?offset=1`)).body).toMatchObject({
      kind: 'Log',
      content: 'two\nthree\n',
    })
    expect((await api.get(`${href}/logs/install?tail=1`)).body.content).toBe('three\n')
    expect((await api.get(`${href}/logs/install?tail=x`)).status).toBe(400)
    expect((await api.get(`${href}/logs/uninstall`)).status).toBe(404)
    expect((await api.get(`${href}/logs`)).body.kind).toBe('LogList')
    expect((await api.get(`${href}/resources/live`)).body.kind).toBe('ClusterResources')
    expect((await api.get(`${href}/vpc`)).body).toMatchObject({ kind: 'CloudVPC', cidr_block: '10.0.0.0/16' })
    expect((await api.get(`${href}/hypershift`)).body).toEqual({ enabled: false })
    expect((await api.remove(`${href}/clusterdeployment`)).status).toBe(204)
    expect(api.driver.answers.deleted).toEqual([id])
  })

  it('names the shard that does not answer', async () => {
    await api.parts.shards.upsert('east', awsShard())
    const { href, id } = (await api.post(`${MGMT}/clusters`, awsOrder('demo'))).body
    await api.parts.clusters.place(id, onShard('east'))
    api.driver.answers.failure = new Error('connection refused')

    const { status, body } = await api.get(`${href}/credentials`)

    expect(status).toBe(503)
    expect(body.reason).toBe('shard east: connection refused')
  })
})
