import { VirtualClock } from '@skep/base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../../server.ts'
import { TestClient } from '../../test/client.ts'

let server: ApiServer
let client: TestClient
const clock = new VirtualClock()
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/default/leases'
const lease = (name: string, labels = {}) => ({ metadata: { name, labels }, spec: {} })

beforeAll(async () => {
  server = await startApiServer({ controllers: false, clock })
  client = new TestClient(server)
})
afterAll(() => server.close())

async function seen(watch: { next(): Promise<{ type: string; object: { metadata: { name: string } } } | undefined> }) {
  const event = await watch.next()
  return event && `${event.type} ${event.object.metadata.name}`
}

describe('watching', () => {
  it('tells of everything after a version, in order', async () => {
    const { body } = await client.post(LEASES, lease('first'))
    await client.post(LEASES, lease('second'))
    const watch = await client.watch(`${LEASES}?watch=true&resourceVersion=${body.metadata.resourceVersion}`)

    await client.mergePatch(`${LEASES}/first`, { spec: { holderIdentity: 'me' } })
    await client.delete(`${LEASES}/second`)

    expect([await seen(watch), await seen(watch), await seen(watch)]).toEqual([
      'ADDED second',
      'MODIFIED first',
      'DELETED second',
    ])
    watch.close()
  })

  it('starts with the state when no version is named', async () => {
    const watch = await client.watch(`${LEASES}?watch=true&fieldSelector=metadata.name%3Dfirst`)

    expect(await seen(watch)).toBe('ADDED first')
    watch.close()
  })

  it('shows an object entering and leaving a selection as added and deleted', async () => {
    const { body } = await client.post(LEASES, lease('moving', { on: 'no' }))
    const { resourceVersion } = body.metadata
    const watch = await client.watch(`${LEASES}?watch=true&labelSelector=on%3Dyes&resourceVersion=${resourceVersion}`)

    await client.mergePatch(`${LEASES}/moving`, { metadata: { labels: { on: 'yes' } } })
    await client.mergePatch(`${LEASES}/moving`, { metadata: { labels: { on: 'no' } } })
    const entered = await watch.next()
    const left = await watch.next()

    expect([entered?.type, left?.type]).toEqual(['ADDED', 'DELETED'])
    expect(left?.object.metadata.labels).toEqual({ on: 'yes' })
    expect(Number(left?.object.metadata.resourceVersion)).toBeGreaterThan(
      Number(entered?.object.metadata.resourceVersion),
    )
    watch.close()
  })

  it('announces the end of the initial events', async () => {
    const query = 'watch=true&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan'
    const watch = await client.watch(`${LEASES}?${query}&labelSelector=none%3Dsuch`)

    const event = await watch.next()

    expect(event?.type).toBe('BOOKMARK')
    expect(event?.object.metadata.annotations).toEqual({ 'k8s.io/initial-events-end': 'true' })
    watch.close()
  })

  it('sends a bookmark every minute to those who want one', async () => {
    const { revision } = server.store
    const watch = await client.watch(`${LEASES}?watch=true&resourceVersion=${revision}&allowWatchBookmarks=true`)

    await clock.advance(60_000)
    const event = await watch.next()

    expect(event).toMatchObject({ type: 'BOOKMARK', object: { metadata: { resourceVersion: String(revision) } } })
    watch.close()
  })

  it('ends when its time is over', async () => {
    const watch = await client.watch(`${LEASES}?watch=true&resourceVersion=${server.store.revision}&timeoutSeconds=5`)

    await clock.advance(5_000)

    expect(await watch.next()).toBeUndefined()
  })

  it('says that it cannot reach back so far', async () => {
    await client.post(LEASES, lease('old'))
    server.store.compact('root/coordination.k8s.io/leases', server.store.revision)
    const watch = await client.watch(`${LEASES}?watch=true&resourceVersion=1`)

    expect(await watch.next()).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } })
    expect(await watch.next()).toBeUndefined()
  })

  it('gives every watcher the same changes, whoever else is watching', async () => {
    const { revision } = server.store
    const watches = await Promise.all(
      Array.from({ length: 5 }, () => client.watch(`${LEASES}?watch=true&resourceVersion=${revision}`)),
    )

    for (let index = 0; index < 10; index++) await client.post(LEASES, lease(`many-${index}`))

    for (const watch of watches) {
      for (let index = 0; index < 10; index++) expect(await seen(watch)).toBe(`ADDED many-${index}`)
      watch.close()
    }
  })

  it('refuses what makes no sense before it starts', async () => {
    expect(await client.get(`${LEASES}?watch=true&resourceVersion=abc`)).toMatchObject({ status: 500 })
    expect(await client.get(`${LEASES}?watch=true&sendInitialEvents=true`)).toMatchObject({ status: 422 })
  })
})
