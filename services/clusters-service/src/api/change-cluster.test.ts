import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ApiFixture, awsOrder, awsShard, MGMT, onShard, startApi } from '../test/api-fixture.ts'

let api: ApiFixture

beforeEach(async () => {
  api = await startApi()
  await api.parts.shards.upsert('east', awsShard())
})
afterEach(() => api.close())

const order = async (name: string, more = {}) => (await api.post(`${MGMT}/clusters`, awsOrder(name, more))).body
const clusterPath = (id: string) => `${MGMT}/clusters/${id}`

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
    expect(body.properties).toEqual({ c: '3', provision_shard_id: 'east' })
    expect(body.proxy).toEqual({ http_proxy: 'http://p' })
    expect(body.nodes).toMatchObject({ compute: 5, master: 3 })
  })

  it('takes the roles of operators while the cluster waits for them, and no others afterwards', async () => {
    const { id } = await order('roles', { aws: { sts: { role_arn: 'arn:aws:iam::1:role/installer' } } })
    const roles = (name: string) => ({ aws: { sts: { operator_iam_roles: [{ name, role_arn: name }] } } })
    await api.parts.clusters.observe(id, { state: 'waiting' })
    expect((await api.patch(clusterPath(id), roles('a'))).body.aws.sts.operator_iam_roles).toHaveLength(1)

    await api.parts.clusters.observe(id, { state: 'pending' })
    const refused = await api.patch(clusterPath(id), roles('b'))
    expect(refused.body.reason).toBe("Attribute 'aws.sts.operator_iam_roles' is immutable and can't be changed")
    expect((await api.patch(clusterPath(id), { aws: { sts: { role_arn: 'x' } } })).status).toBe(400)
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
