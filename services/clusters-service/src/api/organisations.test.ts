import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Answer, type ApiFixture, awsOrder, awsShard, MGMT, startApi, trustingAuth } from '../test/api-fixture.ts'

let api: ApiFixture
let cluster: string

const as = (organisation: string, method: string, path: string, body?: object): Promise<Answer> =>
  api.send(method, path, {
    headers: { authorization: organisation, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })

beforeEach(async () => {
  api = await startApi({ auth: trustingAuth, isAdministrator: ({ claims }) => claims['org_id'] === 'operators' })
  await api.parts.shards.upsert('east', awsShard())
  const { body } = await as('blue', 'POST', `${MGMT}/clusters`, awsOrder('demo'))
  cluster = body.href
  await api.parts.clusters.observe(body.id, { state: 'ready' })
})
afterEach(() => api.close())

describe('clusters of another organisation', () => {
  it.each([
    ['GET', '', undefined],
    ['PATCH', '', { properties: {} }],
    ['DELETE', '', undefined],
    ['GET', '/status', undefined],
    ['GET', '/credentials', undefined],
    ['GET', '/resources/live', undefined],
    ['GET', '/logs/install', undefined],
    ['GET', '/provision_shard', undefined],
    ['PATCH', '/provision_shard', {}],
    ['POST', '/hibernate', undefined],
    ['GET', '/machine_pools', undefined],
    ['POST', '/machine_pools', { id: 'p', replicas: 1 }],
    ['GET', '/ingresses', undefined],
    ['POST', '/autoscaler', {}],
    ['PATCH', '/delete_protection', { enabled: true }],
    ['DELETE', '/clusterdeployment', undefined],
    ['GET', '/addons', undefined],
  ])('are not found by %s %s', async (method, path, body) => {
    const { status, body: error } = await as('green', method, `${cluster}${path}`, body)

    expect(status).toBe(404)
    expect(error.reason).toBe(`Cluster '${cluster.split('/').at(-1)}' not found`)
  })

  it.each(["name = 'demo'", "id != ''", "name = 'x' or name = 'demo'", "not name = 'x'"])(
    'are not in a list, whatever is searched: %s',
    async (search) => {
      const path = `${MGMT}/clusters?search=${encodeURIComponent(search)}`

      expect((await as('blue', 'GET', path)).body.total).toBe(1)
      expect((await as('green', 'GET', path)).body).toMatchObject({ total: 0, items: [] })
    },
  )

  it('are not seen on their way out, nor once they are gone', async () => {
    const id = cluster.split('/').at(-1) ?? ''
    await as('blue', 'DELETE', cluster)
    const seen = async (path: string) => [
      (await as('blue', 'GET', `${MGMT}/${path}`)).status,
      (await as('green', 'GET', `${MGMT}/${path}`)).status,
    ]

    expect(await seen(`pending_delete_clusters/${id}`)).toEqual([200, 404])
    await api.parts.clusters.finishDeletion(id)
    expect(await seen(`deleted_clusters/${id}`)).toEqual([200, 404])
    expect((await as('green', 'GET', `${MGMT}/deleted_clusters`)).body.total).toBe(0)
  })

  it('cannot be registered in its name', async () => {
    const registration = { external_id: 'd656aecf', organization_id: 'blue' }

    expect((await as('green', 'POST', `${MGMT}/register_cluster`, registration)).status).toBe(403)
    expect((await as('blue', 'POST', `${MGMT}/register_cluster`, registration)).status).toBe(201)
  })
})

describe('what belongs to all organisations', () => {
  it.each([
    ['PATCH', '/provision_shards/east', { status: 'maintenance' }, 200],
    ['POST', '/provision_shards', { ...awsShard('us-west-2'), id: 'west' }, 201],
    ['DELETE', '/provision_shards/unused', undefined, 204],
    ['PATCH', '/flavours/osd-4', { nodes: { compute: 4 } }, 200],
    ['PATCH', '/environment', { backplane_url: 'https://b' }, 200],
  ])('is changed by administrators alone: %s %s', async (method, path, body, status) => {
    await api.parts.shards.upsert('unused', awsShard('eu-west-1'))

    const refused = await as('blue', method, `${MGMT}${path}`, body)

    expect(refused).toMatchObject({
      status: 403,
      body: { code: 'CLUSTERS-MGMT-403', reason: `Only administrators may ${method} '${MGMT}${path}'` },
    })
    expect((await as('operators', method, `${MGMT}${path}`, body)).status).toBe(status)
  })
})
