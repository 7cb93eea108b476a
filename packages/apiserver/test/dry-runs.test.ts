import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestClient } from '../src/test/client.ts'
import { type Laboratory, openLaboratory } from './support/laboratory.ts'

const WIDGETS = '/apis/example.com/v1/namespaces/lab/widgets'
const widget = (name: string, size: string) => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name },
  spec: { size },
})

let laboratory: Laboratory
let client: TestClient
beforeAll(async () => {
  laboratory = await openLaboratory()
  client = new TestClient(laboratory.server)
})
afterAll(() => laboratory.close())

const type = (name: string) => ({ 'content-type': `application/${name}` })
const version = async (): Promise<string> => (await client.get(`${WIDGETS}/a`)).body.metadata.resourceVersion

describe('a dry run', () => {
  it.each<[string, () => Promise<{ status: number; body: { spec?: object; status?: unknown } }>, number, object]>([
    ['create', () => client.post(`${WIDGETS}?dryRun=All`, widget('new', 'large')), 201, { spec: { size: 'large' } }],
    [
      'update',
      async () =>
        client.put(`${WIDGETS}/a?dryRun=All`, {
          ...widget('a', 'large'),
          metadata: { name: 'a', resourceVersion: await version() },
        }),
      200,
      { spec: { size: 'large' } },
    ],
    [
      'merge patch',
      () => client.send('PATCH', `${WIDGETS}/a?dryRun=All`, { spec: { size: 'large' } }, type('merge-patch+json')),
      200,
      { spec: { size: 'large' } },
    ],
    [
      'JSON patch',
      () =>
        client.send(
          'PATCH',
          `${WIDGETS}/a?dryRun=All`,
          [{ op: 'replace', path: '/spec/size', value: 'large' }],
          type('json-patch+json'),
        ),
      200,
      { spec: { size: 'large' } },
    ],
    [
      'apply',
      () =>
        client.send(
          'PATCH',
          `${WIDGETS}/a?dryRun=All&fieldManager=m&force=true`,
          widget('a', 'large'),
          type('apply-patch+yaml'),
        ),
      200,
      { spec: { size: 'large' } },
    ],
    [
      'apply of something new',
      () =>
        client.send(
          'PATCH',
          `${WIDGETS}/new?dryRun=All&fieldManager=m`,
          widget('new', 'large'),
          type('apply-patch+yaml'),
        ),
      201,
      { spec: { size: 'large' } },
    ],
    [
      'patch of the status',
      () => client.send('PATCH', `${WIDGETS}/a/status?dryRun=All`, { status: { x: 1 } }, type('merge-patch+json')),
      200,
      { status: { x: 1 } },
    ],
    [
      'patch of the scale',
      () => client.send('PATCH', `${WIDGETS}/a/scale?dryRun=All`, { spec: { replicas: 9 } }, type('merge-patch+json')),
      200,
      { spec: { replicas: 9 } },
    ],
    ['delete', () => client.delete(`${WIDGETS}/a?dryRun=All`), 200, { status: 'Success' }],
    ['delete with options', () => client.delete(`${WIDGETS}/a`, { dryRun: ['All'] }), 200, { status: 'Success' }],
    ['delete of the collection', () => client.delete(`${WIDGETS}?dryRun=All`), 200, { kind: 'WidgetList' }],
  ])('of a %s answers as if, and changes nothing', async (_verb, run, status, body) => {
    const before = { revision: laboratory.server.store.revision, list: (await client.get(WIDGETS)).body }

    const answer = await run()

    expect(answer).toMatchObject({ status, body })
    expect({ revision: laboratory.server.store.revision, list: (await client.get(WIDGETS)).body }).toEqual(before)
  })

  it('still finds what is wrong', async () => {
    expect((await client.post(`${WIDGETS}?dryRun=All`, widget('a', 'small'))).status).toBe(409)
    expect((await client.post(`${WIDGETS}?dryRun=All`, widget('b', 'middling'))).status).toBe(422)
    expect((await client.delete(`${WIDGETS}/none?dryRun=All`)).status).toBe(404)
  })

  it('cannot be of anything but all', async () => {
    expect(await client.post(`${WIDGETS}?dryRun=Some`, widget('b', 'small'))).toMatchObject({
      status: 422,
      body: { details: { causes: [{ field: 'dryRun' }] } },
    })
  })
})
