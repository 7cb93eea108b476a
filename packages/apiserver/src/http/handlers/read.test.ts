import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../../server.ts'
import { TestClient } from '../../test/client.ts'

let server: ApiServer
let client: TestClient
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/reading/leases'
const names = ({ body }: { body: { items: { metadata: { name: string } }[] } }) =>
  body.items.map(({ metadata }) => metadata.name)

beforeAll(async () => {
  server = await startApiServer({ controllers: false })
  client = new TestClient(server)
  await client.post('/api/v1/namespaces', { metadata: { name: 'reading' } })
  for (const [index, name] of ['a', 'b', 'c', 'd', 'e'].entries()) {
    await client.post(LEASES, { metadata: { name, labels: { half: index < 3 ? 'first' : 'second' } }, spec: {} })
  }
})
afterAll(() => server.close())

describe('listing', () => {
  it('is in order, of one revision, and leaves the types of built-in items out', async () => {
    const { body } = await client.get(LEASES)

    expect(names({ body })).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(body.kind).toBe('LeaseList')
    expect(body.items[0]).not.toHaveProperty('kind')
    expect(body.metadata.resourceVersion).toBe(String(server.store.revision))
  })

  it('goes page by page, as it was when it began', async () => {
    const first = await client.get(`${LEASES}?limit=2`)
    await client.post(LEASES, { metadata: { name: 'bb' } })
    const rest = await client.get(`${LEASES}?limit=9&continue=${first.body.metadata.continue}`)
    await client.delete(`${LEASES}/bb`)

    expect(names(first)).toEqual(['a', 'b'])
    expect(first.body.metadata.remainingItemCount).toBe(3)
    expect(names(rest)).toEqual(['c', 'd', 'e'])
    expect(rest.body.metadata.continue).toBeUndefined()
  })

  it('offers to go on in the present when the past is no longer kept', async () => {
    const first = await client.get(`${LEASES}?limit=2`)
    await client.post(LEASES, { metadata: { name: 'later' } })
    server.store.compact('root/coordination.k8s.io/leases', server.store.revision)

    const expired = await client.get(`${LEASES}?limit=9&continue=${first.body.metadata.continue}`)
    const rest = await client.get(`${LEASES}?limit=9&continue=${expired.body.metadata.continue}`)
    await client.delete(`${LEASES}/later`)

    expect(expired).toMatchObject({ status: 410, body: { reason: 'Expired' } })
    expect(names(rest)).toEqual(['c', 'd', 'e', 'later'])
  })

  it('selects by label through the index, which follows every change', async () => {
    const second = `${LEASES}?labelSelector=half%3Dsecond`
    expect(names(await client.get(second))).toEqual(['d', 'e'])

    await client.mergePatch(`${LEASES}/a`, { metadata: { labels: { half: 'second' } } })
    await client.post(LEASES, { metadata: { name: 'f', labels: { half: 'second' } } })
    expect(names(await client.get(second))).toEqual(['a', 'd', 'e', 'f'])

    await client.mergePatch(`${LEASES}/a`, { metadata: { labels: { half: 'first' } } })
    await client.delete(`${LEASES}/f`)
    expect(names(await client.get(second))).toEqual(['d', 'e'])
  })

  it('selects by name, and refuses fields that cannot be selected by', async () => {
    expect(names(await client.get(`${LEASES}?fieldSelector=metadata.name%3Dc`))).toEqual(['c'])
    expect((await client.get(`${LEASES}?fieldSelector=spec.x%3Dc`)).body.message).toBe(
      '"spec.x" is not a known field selector: only "metadata.name", "metadata.namespace"',
    )
  })

  it('waits for a version that is on its way', async () => {
    const next = server.store.revision + 1
    const pending = client.get(`${LEASES}?resourceVersion=${next}&resourceVersionMatch=NotOlderThan`)
    await client.mergePatch(`${LEASES}/a`, { metadata: { annotations: { turn: '1' } } })

    expect((await pending).status).toBe(200)
  })

  it('shows a state of the past exactly', async () => {
    const then = server.store.revision
    await client.post(LEASES, { metadata: { name: 'new' } })

    const past = await client.get(`${LEASES}?resourceVersion=${then}&resourceVersionMatch=Exact`)
    await client.delete(`${LEASES}/new`)

    expect(names(past)).toEqual(['a', 'b', 'c', 'd', 'e'])
  })
})

describe('reading in other shapes', () => {
  it('gives a table', async () => {
    const { body } = await client.get(LEASES, { accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' })

    expect(body.kind).toBe('Table')
    expect(body.rows.map(({ cells }: { cells: string[] }) => cells[0])).toEqual(['a', 'b', 'c', 'd', 'e'])
    expect(body.rows[0].object.kind).toBe('PartialObjectMetadata')
  })

  it('gives metadata alone', async () => {
    const { body } = await client.get(`${LEASES}/a`, {
      accept: 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io',
    })

    expect(Object.keys(body).sort()).toEqual(['apiVersion', 'kind', 'metadata'])
  })

  it('gives YAML', async () => {
    const { body, headers } = await client.get(`${LEASES}/a`, { accept: 'application/yaml' })

    expect(headers['content-type']).toBe('application/yaml')
    expect(body).toMatch(/^apiVersion: coordination.k8s.io\/v1\nkind: Lease\nmetadata:\n/)
  })

  it('is easy on the eye of people', async () => {
    const response = await server.handle({ path: `${LEASES}/a`, headers: { 'user-agent': 'curl/8' } })

    expect((await response.body()).toString()).toMatch(/^{\n {2}"apiVersion"/)
  })
})

describe('paths and methods', () => {
  it.each([
    ['GET', '/api/v1/unknown', 404, 'the server could not find the requested resource'],
    ['POST', '/api/v1/configmaps', 405, 'the server does not allow this method on the requested resource'],
    ['GET', '/api/v1/configmaps/a', 404, 'the server could not find the requested resource'],
    ['PUT', LEASES, 405, 'the server does not allow this method on the requested resource'],
    ['GET', `${LEASES}/none`, 404, 'leases.coordination.k8s.io "none" not found'],
    ['GET', `${LEASES}/a/status`, 404, 'the server could not find the requested resource'],
  ])('%s %s is %i', async (method, path, status, message) => {
    const answer = await client.send(method, path)

    expect(answer).toMatchObject({ status, body: { kind: 'Status', code: status, message } })
  })

  it('says so in plain words where there is no API at all', async () => {
    expect(await client.get('/nowhere')).toMatchObject({ status: 404, body: '404 page not found\n' })
    expect(await client.get('//api/v1/pods')).toMatchObject({ status: 404, body: '404 page not found\n' })
  })
})
