import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aPod } from '../src/test/api.ts'
import { TestClient } from '../src/test/client.ts'
import { type Laboratory, openLaboratory } from './support/laboratory.ts'

const MAPS = '/api/v1/namespaces/lab/configmaps'
const PODS = '/api/v1/namespaces/lab/pods'

let laboratory: Laboratory
let client: TestClient
beforeAll(async () => {
  laboratory = await openLaboratory()
  client = new TestClient(laboratory.server)
})
afterAll(() => laboratory.close())

const make = async (name: string, metadata: object = {}) =>
  (await client.post(MAPS, { metadata: { name, ...metadata } })).body.metadata

describe('a delete with preconditions', () => {
  it('is for one object alone, whatever has its name', async () => {
    const { uid } = await make('reborn')
    await client.delete(`${MAPS}/reborn`)
    const second = await make('reborn')

    expect(await client.delete(`${MAPS}/reborn`, { preconditions: { uid } })).toMatchObject({
      status: 409,
      body: { reason: 'Conflict' },
    })
    expect((await client.delete(`${MAPS}/reborn`, { preconditions: { uid: second.uid } })).status).toBe(200)
  })

  it('is for one version alone', async () => {
    const { resourceVersion } = await make('changed')
    const { body } = await client.mergePatch(`${MAPS}/changed`, { data: { a: 'b' } })

    expect((await client.delete(`${MAPS}/changed`, { preconditions: { resourceVersion } })).status).toBe(409)
    const { metadata } = body
    expect(
      (await client.delete(`${MAPS}/changed`, { preconditions: { resourceVersion: metadata.resourceVersion } })).status,
    ).toBe(200)
  })
})

describe('the propagation policy', () => {
  it.each([
    ['Foreground', ['foregroundDeletion']],
    ['Orphan', ['orphan']],
  ])('%s leaves the object to the garbage collector', async (policy, finalizers) => {
    const name = `parent-${policy.toLowerCase()}`
    await make(name)

    const { body } = await client.delete(`${MAPS}/${name}?propagationPolicy=${policy}`)

    expect(body.metadata.finalizers).toEqual(finalizers)
    expect(body.metadata.deletionTimestamp).toBeDefined()
    expect((await client.get(`${MAPS}/${name}`)).status).toBe(200)
  })

  it('Background deletes at once', async () => {
    await make('parent-background')

    await client.delete(`${MAPS}/parent-background`, { propagationPolicy: 'Background' })

    expect((await client.get(`${MAPS}/parent-background`)).status).toBe(404)
  })

  it('is one of three', async () => {
    expect((await client.delete(`${MAPS}/a?propagationPolicy=Sideways`)).status).toBe(422)
    expect((await client.delete(`${MAPS}/a`, { propagationPolicy: 'Orphan', orphanDependents: true })).status).toBe(422)
  })
})

describe('an object that is being deleted', () => {
  it('takes changes but no new finalizers, and its name is not free', async () => {
    await make('held', { finalizers: ['example.com/hold'] })
    await client.delete(`${MAPS}/held`)

    const changed = await client.mergePatch(`${MAPS}/held`, { data: { still: 'here' } })
    const more = await client.mergePatch(`${MAPS}/held`, {
      metadata: { finalizers: ['example.com/hold', 'example.com/more'] },
    })
    const again = await client.post(MAPS, { metadata: { name: 'held' } })

    expect(changed.body.data).toEqual({ still: 'here' })
    expect(more.status).toBe(422)
    expect(again).toMatchObject({
      status: 409,
      body: { message: 'object is being deleted: configmaps "held" already exists' },
    })
  })

  it('is deleted once, however often it is asked for', async () => {
    await make('twice', { finalizers: ['example.com/hold'] })
    const first = await client.delete(`${MAPS}/twice`)
    const second = await client.delete(`${MAPS}/twice`)

    expect(second.body.metadata.deletionTimestamp).toBe(first.body.metadata.deletionTimestamp)
    expect(second.body.metadata.resourceVersion).toBe(first.body.metadata.resourceVersion)
  })

  it('shows its last state to those who watch', async () => {
    const { resourceVersion } = await make('watched', { finalizers: ['example.com/hold'] })
    const watch = await client.watch(`${MAPS}?watch=true&resourceVersion=${resourceVersion}`)
    await client.delete(`${MAPS}/watched`)
    await client.mergePatch(`${MAPS}/watched`, { metadata: { finalizers: null } })

    const events = [await watch.next(), await watch.next()]
    watch.close()

    expect(events.map((event) => event?.type)).toEqual(['MODIFIED', 'DELETED'])
    expect(events[1]?.object.metadata).toMatchObject({ name: 'watched', deletionTimestamp: expect.any(String) })
    expect(events[1]?.object.metadata.resourceVersion).toBe(String(laboratory.server.store.revision))
  })
})

describe('a pod', () => {
  const running = async (name: string, seconds?: number) => {
    const spec = { nodeName: 'n1', ...(seconds === undefined ? {} : { terminationGracePeriodSeconds: seconds }) }
    expect((await client.post(PODS, aPod(name, spec))).status).toBe(201)
  }

  it('on a node is given its time', async () => {
    await running('slow', 7)

    const { body } = await client.delete(`${PODS}/slow`)

    expect(body.metadata).toMatchObject({ deletionGracePeriodSeconds: 7, deletionTimestamp: expect.any(String) })
    expect((await client.get(`${PODS}/slow`)).status).toBe(200)
  })

  it('is given half a minute when it does not say', async () => {
    await running('default')

    expect((await client.delete(`${PODS}/default`)).body.metadata.deletionGracePeriodSeconds).toBe(30)
  })

  it('goes at once when told to', async () => {
    await running('now')

    await client.delete(`${PODS}/now?gracePeriodSeconds=0`)

    expect((await client.get(`${PODS}/now`)).status).toBe(404)
  })

  it('that no node has needs no time', async () => {
    await client.post(PODS, aPod('waiting'))

    await client.delete(`${PODS}/waiting`)

    expect((await client.get(`${PODS}/waiting`)).status).toBe(404)
  })
})

describe('deleting a collection', () => {
  it('takes what the selectors select, in this namespace alone', async () => {
    await client.post('/api/v1/namespaces', { metadata: { name: 'other' } })
    await make('old-1', { labels: { age: 'old' } })
    await make('old-2', { labels: { age: 'old' } })
    await make('new-1', { labels: { age: 'new' } })
    await client.post('/api/v1/namespaces/other/configmaps', { metadata: { name: 'old-3', labels: { age: 'old' } } })

    await client.delete(`${MAPS}?labelSelector=age%3Dold&fieldSelector=metadata.name!%3Dold-2`)

    const left = (await client.get('/api/v1/configmaps?labelSelector=age')).body.items
    expect(left.map((item: { metadata: { name: string } }) => item.metadata.name).sort()).toEqual([
      'new-1',
      'old-2',
      'old-3',
    ])
  })
})
