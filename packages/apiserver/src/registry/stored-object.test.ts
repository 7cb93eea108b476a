import { leanEvents } from '@skep/schema'
import type { Entry } from '@skep/store'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../server.ts'
import { frameOf } from './frames.ts'
import { keptObject, leanOf, storedObject } from './stored-object.ts'

const MAPS = '/api/v1/namespaces/default/configmaps'

let server: ApiServer
let written: Entry[]

beforeAll(async () => {
  server = await startApiServer({ controllers: false })
  server.store.subscribe((events) => written.push(...events.map(({ entry }) => entry)))
})
afterAll(() => server.close())
beforeEach(() => {
  written = []
})

const create = (name: string) =>
  server.handle({ method: 'POST', path: MAPS, body: { metadata: { name }, data: { a: '1' } } })
const shown = async (path: string) => (await server.handle({ path })).json<ReturnType<typeof storedObject>>()

describe('a stored object', () => {
  it('is what its bytes say, managed fields included', async () => {
    await create('whole')
    const map = await shown(`${MAPS}/whole`)

    expect(storedObject(written[0]!)).toEqual(map)
    expect(map.metadata.managedFields).toHaveLength(1)
  })

  it('is shared by all who look at it, frozen and without managed fields', async () => {
    await create('shared')
    const lean = leanOf(written[0]!)

    expect(leanOf(written[0]!)).toBe(lean)
    expect(lean).toMatchObject({ data: { a: '1' }, metadata: { resourceVersion: String(written[0]!.revision) } })
    expect(lean.metadata.managedFields).toBeUndefined()
    expect(Object.isFrozen(lean.metadata)).toBe(true)
  })

  it('is read from its bytes when nobody has it any more', async () => {
    await create('read')
    const { bucket, key, revision, value } = written[0]!
    const restored: Entry = { bucket, key, revision, value: Buffer.from(value), annex: undefined }

    expect(keptObject(restored)).toBeUndefined()
    expect(leanOf(restored)).toEqual(leanOf(written[0]!))
    expect(storedObject(restored)).toEqual(storedObject(written[0]!))
  })

  it('keeps the parts that a patch leaves alone', async () => {
    await create('patched')
    const headers = { 'content-type': 'application/merge-patch+json' }
    await server.handle({ method: 'PATCH', path: `${MAPS}/patched`, headers, body: { data: { b: '2' } } })

    expect(leanOf(written[0]!)).toMatchObject({ data: { a: '1' } })
    expect(leanOf(written[1]!)).toMatchObject({ data: { a: '1', b: '2' } })
  })

  it('is told to watchers of this process as it is, at the version of its end when it is deleted', async () => {
    await create('deleted')
    const lean = leanOf(written[0]!)
    await server.handle({ method: 'DELETE', path: `${MAPS}/deleted` })

    expect(leanEvents.get(frameOf('ADDED', written[0]!))).toEqual({ type: 'ADDED', object: lean })
    const resourceVersion = String(written[1]!.revision)
    expect(leanEvents.get(frameOf('DELETED', written[1]!))).toEqual({
      type: 'DELETED',
      object: { ...lean, metadata: { ...lean.metadata, resourceVersion } },
    })
    expect(leanOf(written[0]!).metadata.resourceVersion).toBe(String(written[0]!.revision))
  })
})
