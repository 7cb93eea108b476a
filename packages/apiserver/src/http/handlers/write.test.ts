import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../../server.ts'
import { TestClient } from '../../test/client.ts'

let server: ApiServer
let client: TestClient
const MAPS = '/api/v1/namespaces/default/configmaps'
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
const map = (name: string, more: object = {}) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, ...more })

beforeAll(async () => {
  server = await startApiServer({ controllers: false })
  client = new TestClient(server)
})
afterAll(() => server.close())

describe('creating an object', () => {
  it('answers with what is stored, which a get then answers too', async () => {
    const { status, body } = await client.post(MAPS, map('made', { data: { k: 'v' } }))

    expect(status).toBe(201)
    expect(body).toMatchObject({
      kind: 'ConfigMap',
      data: { k: 'v' },
      metadata: { name: 'made', namespace: 'default' },
    })
    expect(body.metadata.uid).toMatch(/^[0-9a-f-]{36}$/)
    expect((await client.get(`${MAPS}/made`)).body).toEqual(body)
  })

  it('notes who owns the fields, by the first word of the user agent', async () => {
    const { body } = await client.post(MAPS, map('owned', { data: { k: 'v' } }))

    expect(body.metadata.managedFields).toMatchObject([
      { manager: 'test', operation: 'Update', fieldsV1: { 'f:data': { 'f:k': {} } } },
    ])
  })

  it('makes up the end of a name', async () => {
    const { body } = await client.post(MAPS, { metadata: { generateName: 'job-' } })

    expect(body.metadata.name).toMatch(/^job-[bcdfghjklmnpqrstvwxz2456789]{5}$/)
  })

  it('refuses a name that is taken', async () => {
    await client.post(MAPS, map('twice'))

    expect(await client.post(MAPS, map('twice'))).toMatchObject({
      status: 409,
      body: { reason: 'AlreadyExists', message: 'configmaps "twice" already exists' },
    })
  })

  it('names every field that is wrong', async () => {
    const { status, body } = await client.post(MAPS, map('Bad_Name', { data: { 'bad key': 'x' } }))

    expect(status).toBe(422)
    expect(body.details.causes.map(({ field }: { field: string }) => field)).toEqual(['metadata.name', 'data[bad key]'])
  })

  it('stores nothing on a dry run', async () => {
    expect((await client.post(`${MAPS}?dryRun=All`, map('dry'))).status).toBe(201)
    expect((await client.get(`${MAPS}/dry`)).status).toBe(404)
  })

  it('warns of unknown and repeated fields, or refuses them when told to be strict', async () => {
    const text = '{"metadata":{"name":"odd"},"data":{"a":"1","a":"2"},"nope":1}'

    const warned = await client.post(MAPS, text)
    const refused = await client.post(`${MAPS}?fieldValidation=Strict`, text)

    expect(warned.headers['warning']).toEqual([
      '299 - "duplicate field \\"data.a\\""',
      '299 - "unknown field \\"nope\\""',
    ])
    expect(refused).toMatchObject({
      status: 400,
      body: {
        message:
          'ConfigMap in version "v1" cannot be handled as a ConfigMap: strict decoding error: duplicate field "data.a", unknown field "nope"',
      },
    })
  })

  it('takes YAML as well', async () => {
    const yaml = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: from-yaml\ndata:\n  k: v\n'

    expect((await client.post(MAPS, yaml, { 'content-type': 'application/yaml' })).body.data).toEqual({ k: 'v' })
  })

  it.each([
    ['', 400],
    ['{', 400],
    ['[]', 400],
    ['"text"', 400],
    ['{"metadata":{"name":5}}', 400],
    [`${'['.repeat(5_000)}${']'.repeat(5_000)}`, 400],
    ['null', 422],
  ])('does not fall over %s', async (body, status) => {
    expect((await client.post(MAPS, body)).status).toBe(status)
  })

  it('refuses a body that is too large', async () => {
    expect(await client.post(MAPS, map('huge', { data: { k: 'x'.repeat(3_200_000) } }))).toMatchObject({
      status: 413,
      body: { message: 'Request entity too large: limit is 3145728' },
    })
  })
})

describe('updating an object', () => {
  it('raises its version, and refuses who did not see the newest', async () => {
    const { body: first } = await client.post(MAPS, map('raced', { data: { k: '1' } }))
    const { body: second } = await client.put(`${MAPS}/raced`, { ...first, data: { k: '2' } })
    const late = await client.put(`${MAPS}/raced`, { ...first, data: { k: '3' } })

    expect(Number(second.metadata.resourceVersion)).toBeGreaterThan(Number(first.metadata.resourceVersion))
    expect(late).toMatchObject({
      status: 409,
      body: {
        message:
          'Operation cannot be fulfilled on configmaps "raced": the object has been modified; please apply your changes to the latest version and try again',
      },
    })
  })

  it('keeps the version when nothing changes', async () => {
    const { body } = await client.post(MAPS, map('same', { data: { k: '1' } }))

    const again = await client.put(`${MAPS}/same`, map('same', { data: { k: '1' } }))

    expect(again.body.metadata.resourceVersion).toBe(body.metadata.resourceVersion)
  })

  it('creates the object of kinds that allow it', async () => {
    const lease = { metadata: { name: 'fresh' }, spec: { holderIdentity: 'me' } }

    expect((await client.put(`${LEASES}/fresh`, lease)).status).toBe(201)
    expect((await client.put(`${MAPS}/fresh`, map('fresh'))).status).toBe(404)
  })

  it('wants the version of kinds that insist on it', async () => {
    await client.post(LEASES, { metadata: { name: 'strict' } })

    expect(await client.put(`${LEASES}/strict`, { metadata: { name: 'strict' } })).toMatchObject({
      status: 422,
      body: { details: { causes: [{ field: 'metadata.resourceVersion' }] } },
    })
  })

  it('loses no update of many writers at once', async () => {
    await client.post(MAPS, map('contended', { data: {} }))

    const writers = Array.from({ length: 20 }, (_, index) =>
      client.mergePatch(`${MAPS}/contended`, { data: { [`writer-${index}`]: 'was here' } }),
    )
    await Promise.all(writers)

    expect(Object.keys((await client.get(`${MAPS}/contended`)).body.data)).toHaveLength(20)
  })
})

describe('patching an object', () => {
  it('merges, and removes what is null', async () => {
    await client.post(MAPS, map('merged', { data: { a: '1', b: '2' } }))

    const { body } = await client.mergePatch(`${MAPS}/merged`, { data: { a: null, c: '3' } })

    expect(body.data).toEqual({ b: '2', c: '3' })
  })

  it('applies the operations of a JSON patch', async () => {
    await client.post(MAPS, map('stepped', { data: { a: '1' } }))
    const steps = [
      { op: 'test', path: '/data/a', value: '1' },
      { op: 'replace', path: '/data/a', value: '2' },
    ]

    const { body } = await client.send('PATCH', `${MAPS}/stepped`, steps, {
      'content-type': 'application/json-patch+json',
    })

    expect(body.data).toEqual({ a: '2' })
  })

  it('says which patches there are', async () => {
    expect(await client.send('PATCH', `${MAPS}/any`, {}, { 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
      body: { message: '415: Unsupported Media Type' },
    })
  })
})

describe('applying a configuration', () => {
  const apply = (manager: string, data: object, force = false) =>
    client.apply(`${MAPS}/applied?fieldManager=${manager}${force ? '&force=true' : ''}`, map('applied', { data }))

  it('creates, merges by owner, refuses what others own, and takes it by force', async () => {
    expect((await apply('one', { a: '1' })).status).toBe(201)
    expect((await apply('two', { b: '2' })).body.data).toEqual({ a: '1', b: '2' })
    expect(await apply('two', { a: '9' })).toMatchObject({
      status: 409,
      body: { message: 'Apply failed with 1 conflict: conflict with "one": .data.a' },
    })
    expect((await apply('two', { a: '9' }, true)).body.data).toEqual({ a: '9' })
  })

  it('wants to know who applies', async () => {
    expect((await client.apply(`${MAPS}/applied`, map('applied'))).body.message).toBe(
      'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch',
    )
  })
})

describe('deleting an object', () => {
  it('answers with a Status about it', async () => {
    const { body } = await client.post(MAPS, map('gone'))

    expect((await client.delete(`${MAPS}/gone`)).body).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Success',
      details: { name: 'gone', kind: 'configmaps', uid: body.metadata.uid },
    })
    expect((await client.get(`${MAPS}/gone`)).status).toBe(404)
  })

  it('waits for finalizers, and goes with the last of them', async () => {
    await client.post(MAPS, { ...map('held'), metadata: { name: 'held', finalizers: ['example.com/x'] } })

    expect((await client.delete(`${MAPS}/held`)).body.metadata.deletionTimestamp).toBeDefined()
    expect((await client.get(`${MAPS}/held`)).status).toBe(200)
    expect((await client.mergePatch(`${MAPS}/held`, { metadata: { finalizers: null } })).status).toBe(200)
    expect((await client.get(`${MAPS}/held`)).status).toBe(404)
  })

  it('deletes what a selector selects, and answers with it', async () => {
    for (const name of ['c-1', 'c-2', 'c-3']) {
      await client.post(MAPS, { metadata: { name, labels: { batch: name === 'c-3' ? 'kept' : 'old' } } })
    }

    const { body } = await client.delete(`${MAPS}?labelSelector=batch%3Dold`)

    expect(body.items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual(['c-1', 'c-2'])
    expect((await client.get(`${MAPS}/c-1`)).status).toBe(404)
    expect((await client.get(`${MAPS}/c-3`)).status).toBe(200)
  })
})
