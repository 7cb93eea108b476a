import { createRandom, type Random } from '@skep/base'
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

let api: ApiFixture
let cluster: string

beforeAll(async () => {
  api = await startApi()
  await api.parts.shards.upsert('east', awsShard())
  const { body } = await api.post(`${MGMT}/clusters`, awsOrder('target'))
  cluster = body.href
  await api.parts.clusters.observe(body.id, { state: 'ready' })
})
afterAll(() => api.close())

const JUNK = [
  null,
  true,
  -1,
  Number.MAX_VALUE,
  0.5,
  '',
  ' ',
  '\u0000',
  "'; drop table clusters; --",
  'ü'.repeat(300),
  [],
  {},
  [null],
  [[]],
]

/** A copy with one value somewhere replaced by something that nobody meant. */
function spoil(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.next() < 0.25) return random.pick(JUNK)
  const entries = Object.entries(value)
  if (entries.length === 0) return { [random.pick(['__proto__', 'constructor', 'id', 'x'])]: random.pick(JUNK) }
  const [name, inner] = random.pick(entries)
  return Array.isArray(value) ? [spoil(inner, random)] : { ...value, [name]: spoil(inner, random) }
}

describe('requests that nobody meant', () => {
  it('are never answered with a failure of the service', async () => {
    const random = createRandom(7)
    const bodies: [string, string, object][] = [
      [
        'POST',
        `${MGMT}/clusters`,
        awsOrder('spoilt', { nodes: { compute: 2 }, aws: { tags: { a: 'b' }, subnet_ids: ['s'] } }),
      ],
      ['POST', `${ARO}/clusters`, azureOrder('spoilt')],
      ['POST', `${ARO}/provision_shards`, azureShard('spoilt')],
      ['POST', `${MGMT}/provision_shards`, awsShard()],
      ['PATCH', cluster, { nodes: { compute: 3 }, properties: { a: 'b' }, proxy: { http_proxy: 'x' } }],
      ['POST', `${cluster}/machine_pools`, { id: 'p', replicas: 1, labels: { a: 'b' }, taints: [{ key: 'k' }] }],
      ['POST', `${cluster}/identity_providers`, { name: 'n', github: { client_id: 'c', organizations: ['o'] } }],
      ['POST', `${cluster}/external_configuration/syncsets`, { resources: [{ kind: 'ConfigMap' }] }],
      ['POST', `${MGMT}/register_cluster`, { external_id: 'x', console_url: 'y' }],
      ['PATCH', `${MGMT}/flavours/osd-4`, { nodes: { compute: 3 } }],
      ['PATCH', `${MGMT}/environment`, { backplane_url: 'x' }],
    ]

    const failures: string[] = []
    for (let round = 0; round < 400; round++) {
      const [method, path, body] = random.pick(bodies)
      const text = JSON.stringify(spoil(body, random)) ?? 'undefined'
      const answer = await api.send(method, path, { headers: { 'content-type': 'application/json' }, body: text })
      if (answer.status >= 500) failures.push(`${method} ${path} ${text}: ${answer.status}`)
    }

    expect(failures).toEqual([])
  })

  it.each([
    ['truncated JSON', '{"name": "x"', 'application/json', 400],
    ['no JSON', 'name=x', 'application/json', 400],
    ['a list', '[]', 'application/json', 400],
    ['nothing', '', 'application/json', 400],
    ['another type', 'name: x', 'application/yaml', 415],
  ])('with %s as body are refused', async (_, body, type, status) => {
    const answer = await api.send('POST', `${MGMT}/clusters`, { body, headers: { 'content-type': type } })

    expect(answer.status).toBe(status)
    expect(answer.headers.get('content-type')).toBe('application/json')
  })

  it.each([
    `${MGMT}/clusters/%00`,
    `${MGMT}/clusters/${'x'.repeat(5000)}`,
    `${MGMT}/clusters/..%2f..%2fetc`,
    `${MGMT}/clusters?search=${encodeURIComponent('('.repeat(5000))}`,
    `${MGMT}/clusters?order=${encodeURIComponent('name; drop table clusters')}`,
    `${MGMT}/clusters?size=99999999999999999999`,
    `${MGMT}/provision_shards/%F0%9F%90%9D`,
    `${MGMT}/versions/__proto__`,
    `${MGMT}/errors/constructor`,
  ])('such as GET %s are refused', async (path) => {
    const { status } = await api.get(path)

    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })
})
