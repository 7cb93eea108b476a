import { createRandom } from '@skep/base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestClient } from '../src/test/client.ts'
import { times } from './support/cases.ts'
import { type Laboratory, openLaboratory } from './support/laboratory.ts'
import { startServer } from './support/servers.ts'

const MAPS = '/api/v1/namespaces/lab/configmaps'
const WIDGETS = '/apis/example.com/v1/namespaces/lab/widgets'
const DEPLOYMENTS = '/apis/apps/v1/namespaces/lab/deployments'

let laboratory: Laboratory
let client: TestClient
beforeAll(async () => {
  laboratory = await openLaboratory()
  client = new TestClient(laboratory.server)
})
afterAll(() => laboratory.close())

const widget = (name: string, more: object = {}) => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name },
  spec: { size: 'small' },
  ...more,
})

describe('what only the server decides', () => {
  const claimed = {
    uid: '11111111-1111-1111-1111-111111111111',
    creationTimestamp: '2001-01-01T00:00:00Z',
    deletionTimestamp: '2001-01-01T00:00:00Z',
    deletionGracePeriodSeconds: 5,
    generation: 77,
    selfLink: '/somewhere',
  }

  it('is not what a create says', async () => {
    const { body } = await client.post(WIDGETS, widget('claimed', { metadata: { name: 'claimed', ...claimed } }))

    expect(body.metadata.uid).not.toBe(claimed.uid)
    expect(body.metadata.creationTimestamp).toMatch(/^20[2-9]\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(body.metadata.generation).toBe(1)
    for (const field of ['deletionTimestamp', 'deletionGracePeriodSeconds', 'selfLink']) {
      expect(body.metadata).not.toHaveProperty(field)
    }
  })

  it('is not what an update says', async () => {
    const { body: before } = await client.post(WIDGETS, widget('steady'))

    const { body: after } = await client.mergePatch(`${WIDGETS}/steady`, { metadata: { generation: 77 } })
    const uid = await client.mergePatch(`${WIDGETS}/steady`, { metadata: { uid: claimed.uid } })
    const deletion = await client.mergePatch(`${WIDGETS}/steady`, {
      metadata: { deletionTimestamp: claimed.deletionTimestamp },
    })

    expect(after).toEqual(before)
    expect(uid.body.details.causes[0]).toMatchObject({ field: 'metadata.uid' })
    expect(deletion.body.details.causes[0]).toMatchObject({ field: 'metadata.deletionTimestamp' })
  })

  it('cannot be mistaken for that of another object', async () => {
    await client.post(MAPS, { metadata: { name: 'mistaken' } })

    expect(await client.put(`${MAPS}/mistaken`, { metadata: { name: 'mistaken', uid: claimed.uid } })).toMatchObject({
      status: 409,
      body: { reason: 'Conflict', message: expect.stringContaining('Precondition failed: UID in precondition') },
    })
  })
})

describe('the generation', () => {
  it('counts changes of the spec, not of metadata or status', async () => {
    const at = `${WIDGETS}/counted`
    const generations = [
      await client.post(WIDGETS, widget('counted')),
      await client.mergePatch(at, { metadata: { labels: { a: 'b' } } }),
      await client.mergePatch(`${at}/status`, { status: { ready: true } }),
      await client.mergePatch(at, { spec: { size: 'large' } }),
      await client.mergePatch(at, { spec: { size: 'large' } }),
      await client.mergePatch(at, { spec: { size: null } }),
    ]

    expect(generations.map(({ body }) => body.metadata.generation)).toEqual([1, 1, 1, 2, 2, 3])
  })

  it('is there for kinds that controllers observe, and not for others', async () => {
    expect((await client.get(`${DEPLOYMENTS}/a`)).body.metadata.generation).toBe(1)
    expect((await client.get(`${MAPS}/a`)).body.metadata).not.toHaveProperty('generation')
  })
})

describe('spec and status', () => {
  it('do not touch each other', async () => {
    const at = `${WIDGETS}/halves`
    const created = await client.post(WIDGETS, widget('halves', { status: { ready: 'too early' } }))
    const main = await client.mergePatch(at, { spec: { size: 'large' }, status: { ready: 'wrong door' } })
    const status = await client.mergePatch(`${at}/status`, {
      metadata: { labels: { a: 'b' } },
      spec: { size: 'small' },
      status: { ready: 'yes' },
    })

    expect(created.body).not.toHaveProperty('status')
    expect(main.body).not.toHaveProperty('status')
    expect(status.body).toMatchObject({ spec: { size: 'large' }, status: { ready: 'yes' } })
    expect(status.body.metadata).not.toHaveProperty('labels')
  })
})

describe('names', () => {
  it.each(['', 'UPPER', 'under_score', '-dash', 'dot.', 'a'.repeat(254), 'slash/ed', 'ü'])(
    'cannot be %j',
    async (name) => {
      const { status, body } = await client.post(MAPS, { metadata: { name } })

      expect(status).toBe(422)
      expect(body.details.causes[0].field).toBe('metadata.name')
    },
  )

  it('that are generated never clash, even when chance has it', async () => {
    const server = await startServer({ random: { ...createRandom(1), int: stuttering(2) } })
    const path = '/api/v1/namespaces/default/configmaps'
    const answers = await Promise.all(
      times(10, () => new TestClient(server).post(path, { metadata: { generateName: 'x-' } })),
    )

    expect(answers.map(({ status }) => status)).toEqual(times(10, () => 201))
    expect(new Set(answers.map(({ body }) => body.metadata.name)).size).toBe(10)
  })

  it('in the path and in the object must agree', async () => {
    expect(await client.put(`${MAPS}/one`, { metadata: { name: 'other' } })).toMatchObject({
      status: 400,
      body: { message: 'the name of the object (other) does not match the name on the URL (one)' },
    })
    expect((await client.post(MAPS, { metadata: { name: 'x', namespace: 'elsewhere' } })).body.message).toBe(
      'the namespace of the provided object does not match the namespace sent on the request',
    )
  })
})

/** Every number several times in a row, so that the same name comes up again and again. */
function stuttering(repeats: number): (limit: number) => number {
  let calls = 0
  return (limit) => Math.floor(calls++ / (repeats * 5)) % limit
}

describe('labels and annotations', () => {
  it.each([
    [{ labels: { 'a b': 'c' } }, 'metadata.labels'],
    [{ labels: { a: 'b c' } }, 'metadata.labels'],
    [{ labels: { ['a'.repeat(64)]: 'b' } }, 'metadata.labels'],
    [{ labels: { a: 'b'.repeat(64) } }, 'metadata.labels'],
    [{ annotations: { 'a/b/c': 'd' } }, 'metadata.annotations'],
    [{ annotations: { a: 'x'.repeat(256 * 1024) } }, 'metadata.annotations'],
    [{ finalizers: ['no spaces'] }, 'metadata.finalizers[0]'],
    [{ ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'p', uid: '' }] }, 'metadata.ownerReferences[0].uid'],
  ])('%j is refused at %s', async (metadata, field) => {
    const { status, body } = await client.post(MAPS, { metadata: { name: 'odd', ...metadata } })

    expect(status).toBe(422)
    expect(body.details.causes.map((cause: { field: string }) => cause.field)).toContain(field)
  })
})

describe('an unknown or repeated field', () => {
  const text =
    '{"apiVersion":"example.com/v1","kind":"Widget","metadata":{"name":"odd"},"spec":{"size":"small","size":"large","nope":1}}'
  const json = { 'content-type': 'application/json' }

  it.each([
    ['Ignore', 201, []],
    ['Warn', 201, ['299 - "duplicate field \\"spec.size\\""', '299 - "unknown field \\"spec.nope\\""']],
    ['Strict', 400, []],
  ])('with fieldValidation=%s', async (mode, status, warnings) => {
    const answer = await client.post(`${WIDGETS}?dryRun=All&fieldValidation=${mode}`, text, json)

    expect(answer.status).toBe(status)
    expect(answer.headers['warning'] ?? []).toEqual(warnings)
    if (status === 201) expect(answer.body.spec).toEqual({ size: 'large', replicas: 1 })
  })

  it('is found by updates, patches and applies as well', async () => {
    const body = widget('a', { spec: { nope: 1 } })
    const patch = (type: string) => ({ 'content-type': `application/${type}` })
    const answers = [
      await client.send('PUT', `${WIDGETS}/a?fieldValidation=Strict`, {
        ...body,
        metadata: { name: 'a', resourceVersion: '1' },
      }),
      await client.send(
        'PATCH',
        `${WIDGETS}/a?fieldValidation=Strict`,
        { spec: { nope: 1 } },
        patch('merge-patch+json'),
      ),
      await client.send('PATCH', `${WIDGETS}/a?fieldValidation=Strict&fieldManager=m`, body, patch('apply-patch+yaml')),
    ]

    // The last one is how kube-apiserver answers an apply of what the schema does not have.
    expect(answers.map(({ status }) => status)).toEqual([400, 422, 500])
    expect(answers.map(({ body: { message } }) => /nope/.test(message))).toEqual([true, true, true])
  })
})
