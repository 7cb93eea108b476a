import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ApiFixture,
  ARO,
  awsOrder,
  awsShard,
  azureOrder,
  azureShard,
  MGMT,
  startApi,
} from '../test/api-fixture.ts'
import { routeGroups } from './routes.ts'

let api: ApiFixture

beforeAll(async () => {
  api = await startApi()
  await api.parts.shards.upsert('east', { ...awsShard(), management_cluster: 'mc1' })
  await api.parts.shards.upsert('west', awsShard('us-west-2'))
  await api.parts.shards.upsert('blue', { ...azureShard(), status: 'active' })
  const sts = { role_arn: 'arn:r', operator_iam_roles: [{ role_arn: 'arn/x-1' }, { role_arn: 'arn/y-2' }] }
  const properties = { rosa_creator_arn: 'arn:aws:iam:123456789012:user/me' }
  await order('alpha', { product: { id: 'rosa' }, aws: { sts }, properties, multi_az: true })
  await api.clock.advance(60_000)
  await order('beta', { managed: false, region: { id: 'us-west-2' }, nodes: { compute: 9 } })
  const azure = await api.post(`${ARO}/clusters`, azureOrder('gamma'))
  await api.parts.clusters.observe(azure.body.id, { state: 'ready', externalId: 'k' })
})
afterAll(() => api.close())

const order = async (name: string, more: object) => {
  expect((await api.post(`${MGMT}/clusters`, { ...awsOrder(name), ...more })).status).toBe(201)
}
const list = (path: string, query: Record<string, string>) =>
  api.get(`${MGMT}/${path}?${new URLSearchParams({ order: 'id', ...query })}`)
const names = async (search: string, path = 'clusters') =>
  (await list(path, { search, order: path === 'clusters' ? 'name' : 'id' })).body.items.map(
    (item: { id: string; name?: string }) => (path === 'clusters' ? item.name : item.id),
  )

describe('what clients search by', () => {
  it.each([
    ["name like '%lph%' or id like '%lph%'", ['alpha']],
    ["managed = 't'", ['alpha', 'gamma']],
    ["managed = 'false'", ['beta']],
    ['managed = true', ['alpha', 'gamma']],
    ["product.id = 'rosa' AND (id = 'k' OR name = 'alpha' OR external_id = 'k')", ['alpha']],
    ["properties.rosa_creator_arn LIKE 'arn:%:123456789012:%'", ['alpha']],
    ["id in ('a','b') or name in ('alpha','beta')", ['alpha', 'beta']],
    ["azure.subscription_id='S' and azure.resource_group_name='R'", ['gamma']],
    ["azure.subscription_id='S' and azure.resource_group_name='other'", []],
    ["aws.sts.role_arn = ''", ['beta', 'gamma']],
    ["aws.sts.role_arn != ''", ['alpha']],
    ["aws.sts.operator_iam_roles.role_arn like '%/x-%'", ['alpha']],
    ["creation_timestamp > '2026-01-02T03:04:30Z'", ['beta', 'gamma']],
    ["creation_timestamp > '2026-01-02T05:04:30+02:00'", ['beta', 'gamma']],
    ['nodes.compute >= 9', ['beta']],
    ['nodes.compute between 1 and 3', ['alpha']],
    ["name = 'alpha' or name = 'beta' and managed = true", ['alpha']],
    ["(name = 'alpha' or name = 'beta') and managed = true", ['alpha']],
    ["NOT name LIKE 'a%' AnD name nOt In ('gamma')", ['beta']],
    ["name ilike 'ALPHA'", ['alpha']],
    ["name like 'ALPHA'", []],
    ["name='alpha'or name='beta'", ['alpha', 'beta']],
    ["external_id is null and name is not 'beta'", ['alpha']],
    ["name = 'it''s'", []],
    ['hypershift.enabled = true', ['gamma']],
    ["region.id is 'us-west-2'", ['beta']],
    ["state = 'ready' and status.state = 'ready'", ['gamma']],
  ])('%s', async (search, expected) => {
    expect(await names(search)).toEqual(expected)
  })

  it.each([
    ['provision_shards', "region.id is 'us-east-1' and management_cluster is 'mc1'", ['east']],
    ['provision_shards', "cloud_provider.id = 'azure' and status = 'active'", ['blue']],
    ['provision_shards', "id in ('east', 'west')", ['east', 'west']],
    [
      'versions',
      "enabled = 'true' AND rosa_enabled = 'true' AND channel_group = 'stable'",
      ['openshift-v4.17.0', 'openshift-v4.18.0'],
    ],
    ['versions', "default = true and hosted_control_plane_enabled = 't' and raw_id = '4.18.0'", ['openshift-v4.18.0']],
    ['versions', 'gcp_marketplace_enabled = true or wif_enabled = true', []],
    ['dns_domains', "user_defined = true AND cloud_provider = 'aws' AND cluster.id = ''", []],
  ])('of %s: %s', async (path, search, expected) => {
    expect(await names(search, path)).toEqual(expected)
  })

  it('comes in the order asked for', async () => {
    const { body } = await list('versions', { search: "channel_group = 'stable'", order: 'default desc, id desc' })

    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([
      'openshift-v4.18.0',
      'openshift-v4.17.5',
      'openshift-v4.17.0',
    ])
  })

  it.each([
    ['nodes.compute asc, name', ['alpha', 'beta', 'gamma']],
    ['nodes.compute desc', ['beta', 'alpha', 'gamma']],
    ['region.id desc, name desc', ['gamma', 'beta', 'alpha']],
    ['external_id', ['gamma', 'alpha', 'beta']],
  ])('ordered by %s has what is absent last', async (by, expected) => {
    const { body } = await list('clusters', { order: by })

    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(expected)
  })

  it('is the first search when there are several', async () => {
    const { body } = await api.get(`${MGMT}/clusters?search=name%3D'alpha'&search=name%3D'beta'`)

    expect(body.total).toBe(1)
  })

  it.each([
    ['bogus = 1', "there is no attribute 'bogus'"],
    ['name', 'at offset 4'],
    ["name = 'x", 'the string at offset 7 has no end'],
    ["name = 'x' garbage", 'at offset 11'],
    ['nodes.compute = many', 'at offset 16'],
    ["nodes.compute = 'many'", "the attribute 'nodes.compute' is a number"],
    ["creation_timestamp > 'yesterday'", "the attribute 'creation_timestamp' is a timestamp"],
    ["name = 'x'; drop table clusters", "unexpected ';' at offset 10"],
    [`properties."a' or 1=1" = 'x'`, `unexpected '"' at offset 11`],
    ["properties.__proto__.x = 'y' or constructor = 'z'", "there is no attribute 'constructor'"],
  ])('is refused with a reason: %s', async (search, reason) => {
    const { status, body } = await list('clusters', { search })

    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'CLUSTERS-MGMT-400' })
    expect(body.reason).toContain(reason)
  })
})

describe('every answer', () => {
  it('but 204 is JSON and has an operation id, errors with all their members', async () => {
    const wrong: string[] = []
    for (const { base, routes } of routeGroups(api.parts)) {
      for (const { method, path } of routes) {
        const url = `${base}${path.replace(/\{\w+\}/g, 'none')}`
        const { status, headers, body } = await api.send(method, url)
        const json = status === 204 || headers.get('content-type') === 'application/json'
        const service = base === MGMT ? 'CLUSTERS-MGMT' : 'ARO-HCP'
        const error =
          status < 400 || (body.kind === 'Error' && body.code === `${service}-${status}` && body.operation_id)
        if (!json || !error || status >= 500 || !headers.get('x-operation-id')) wrong.push(`${method} ${url} ${status}`)
      }
    }

    expect(wrong).toEqual([])
  })

  it.each([MGMT, ARO])('to what %s does not have says so', async (base) => {
    const service = base === MGMT ? 'CLUSTERS-MGMT' : 'ARO-HCP'

    expect(await api.get(`${base}/nothing/here`)).toMatchObject({
      status: 404,
      body: { code: `${service}-404`, reason: `Can't find resource for path '${base}/nothing/here'` },
    })
    const refused = await api.send('PUT', `${base}/clusters/none/status`)
    expect(refused).toMatchObject({
      status: 405,
      body: { code: `${service}-405`, reason: `Method 'PUT' isn't supported for path '${base}/clusters/none/status'` },
    })
    expect(refused.headers.get('allow')).toBe('GET')
  })
})

describe('every href of a cluster', () => {
  it.each([MGMT, ARO])('leads somewhere below %s', async (base) => {
    const { body } = await api.get(`${base}/clusters?search=${encodeURIComponent("name != 'delta'")}`)
    const hrefs = JSON.stringify(body).match(/(?<="href":")[^"]+/g) ?? []
    const lost: string[] = []
    for (const href of new Set(hrefs)) {
      const answer = await api.get(href)
      if (answer.status !== 200 && !/not found$/.test(answer.body.reason)) lost.push(href)
    }

    expect(hrefs.length).toBeGreaterThan(40)
    expect(lost).toEqual([])
  })
})

describe('a body', () => {
  it('may have attributes that nobody knows, at any depth', async () => {
    const more = { nonsense: { a: 1 }, nodes: { compute: 2, nonsense: [] }, aws: { nonsense: true } }
    const { status, body } = await api.post(`${MGMT}/clusters`, { ...awsOrder('delta'), ...more })

    expect(status).toBe(201)
    expect(JSON.stringify(body)).not.toContain('nonsense')
    expect((await api.patch(body.href, more)).status).toBe(200)
  })

  it('of ten megabytes is refused without being read', async () => {
    const { status, body } = await api.post(`${MGMT}/clusters`, JSON.stringify({ name: 'x'.repeat(10_000_000) }))

    expect(status).toBe(413)
    expect(body).toMatchObject({ kind: 'Error', id: '413', code: 'CLUSTERS-MGMT-413' })
  })

  it('of a hundred thousand levels is refused', async () => {
    const { status, body } = await api.post(`${MGMT}/clusters`, `{"a":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)

    expect(status).toBe(400)
    expect(body.reason).toBe('Request body has more than 100 levels')
  })
})
