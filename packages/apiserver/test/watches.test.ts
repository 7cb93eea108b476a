import { createRandom, VirtualClock } from '@skep/base'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ApiServer } from '../src/server.ts'
import { TestClient } from '../src/test/client.ts'
import { times } from './support/cases.ts'
import { ADMIN_TOKEN } from './support/laboratory.ts'
import { within } from './support/problem.ts'
import { startServer } from './support/servers.ts'
import { connectWatchers, type WatchEvent } from './support/watchers.ts'

const MAPS = '/api/v1/namespaces/default/configmaps'
const tokens = { [ADMIN_TOKEN]: { name: 'administrator', groups: ['system:masters'] } }
const WRITERS = 8
const WRITES_EACH = 40

/** Writes at random, with others doing the same: new objects, changes, moves in and out of a selection, deletes. */
async function scribble(client: TestClient, seed: string): Promise<void> {
  const random = createRandom(seed)
  for (let write = 0; write < WRITES_EACH; write++) {
    const path = `${MAPS}/m-${random.int(12)}`
    const labels = { side: random.pick(['left', 'right']) }
    const action = random.int(4)
    if (action === 0) await client.delete(path)
    else if (action === 1) await client.post(MAPS, { metadata: { name: path.slice(MAPS.length + 1), labels } })
    else await client.mergePatch(path, { metadata: { labels }, data: { write: `${seed} ${write}` } })
  }
}

const versionsOf = (events: readonly WatchEvent[]): number[] =>
  events.map(({ object }) => Number(object.metadata.resourceVersion))

/** What is there when all events are taken together. */
function replay(events: readonly WatchEvent[]): string[] {
  const state = new Map<string, string>()
  for (const { type, object } of events) {
    const { name, resourceVersion } = object.metadata
    // An object that is added twice or changed before it was there would be a lie.
    expect([type, state.has(name)]).toEqual([type, type !== 'ADDED'])
    if (type === 'DELETED') state.delete(name)
    else state.set(name, resourceVersion)
  }
  return [...state].map(([name, version]) => `${name}@${version}`).sort()
}

const listed = async (client: TestClient, query = ''): Promise<string[]> => {
  const { body } = await client.get(`${MAPS}${query}`)
  return body.items.map(({ metadata }: WatchEvent['object']) => `${metadata.name}@${metadata.resourceVersion}`).sort()
}

async function startWithWatchers(): Promise<{
  server: ApiServer
  client: TestClient
  watchers: ReturnType<typeof connectWatchers>
}> {
  const server = await startServer({ tokens })
  const watchers = connectWatchers(server)
  onTestFinished(watchers.close)
  const client = new TestClient(server)
  await client.delete(`${MAPS}/kube-root-ca.crt`)
  return { server, client, watchers }
}

describe('under many writers at once', () => {
  it('every watcher sees every change once and in order, wherever it began', async () => {
    const { server, client, watchers } = await startWithWatchers()
    const beginning = server.store.revision
    const log: number[] = []
    server.store.subscribe((events) => {
      for (const event of events) if (event.entry.bucket === 'root//configmaps') log.push(event.revision)
    })
    const path = (version: number) => `${MAPS}?watch=true&resourceVersion=${version}`
    const early = await Promise.all(times(5, () => watchers.watch(path(beginning))))

    const writing = Promise.all(times(WRITERS, (writer) => scribble(client, `writer ${writer}`)))
    await early[0]!.until(30)
    const middle = versionsOf(early[0]!.events)[20]!
    const late = await watchers.watch(path(middle))
    await writing
    const last = await watchers.watch(path(beginning))

    const after = log.filter((version) => version > middle)
    await within(10_000, Promise.all([...early, last].map((watcher) => watcher.until(log.length))))
    await within(10_000, late.until(after.length))
    for (const watcher of [...early, last]) expect(versionsOf(watcher.events)).toEqual(log)
    expect(versionsOf(late.events)).toEqual(after)
    expect(replay(last.events)).toEqual(await listed(client))
  })

  it('a watcher of a selection ends up with what a list selects', async () => {
    const { client, watchers } = await startWithWatchers()
    const left = await watchers.watch(`${MAPS}?watch=true&labelSelector=side%3Dleft`)

    await Promise.all(times(WRITERS, (writer) => scribble(client, `side ${writer}`)))
    const expected = await listed(client, '?labelSelector=side%3Dleft')
    // The last word is about an object that no watcher has to wait for.
    await client.post(MAPS, { metadata: { name: 'end', labels: { side: 'left' } } })
    await expect.poll(() => left.events.at(-1)?.object.metadata.name, { timeout: 10_000 }).toBe('end')

    expect(replay(left.events.slice(0, -1))).toEqual(expected)
  })

  it('a watcher that comes back again and again misses nothing', async () => {
    const { server, client, watchers } = await startWithWatchers()
    const beginning = server.store.revision
    const whole = await watchers.watch(`${MAPS}?watch=true&resourceVersion=${beginning}`)
    const pieces: WatchEvent[] = []

    const writing = Promise.all(times(WRITERS, (writer) => scribble(client, `piece ${writer}`)))
    while (pieces.length < 70) {
      const version = versionsOf(pieces).at(-1) ?? beginning
      const piece = await watchers.watch(`${MAPS}?watch=true&resourceVersion=${version}`)
      await within(10_000, piece.until(7))
      pieces.push(...piece.events)
      piece.close()
    }
    await writing
    await within(10_000, whole.until(pieces.length))

    expect(versionsOf(pieces)).toEqual(versionsOf(whole.events).slice(0, pieces.length))
  })
})

describe('the beginning of a watch', () => {
  it('is the state for those who name no version or 0, and the future for those who do not want it', async () => {
    const { server, client, watchers } = await startWithWatchers()
    for (const name of ['a', 'b']) await client.post(MAPS, { metadata: { name } })
    const without = 'sendInitialEvents=false&resourceVersionMatch=NotOlderThan'
    const [none, zero, now, only] = await Promise.all([
      watchers.watch(`${MAPS}?watch=true`),
      watchers.watch(`${MAPS}?watch=true&resourceVersion=0`),
      watchers.watch(`${MAPS}?watch=true&resourceVersion=${server.store.revision}`),
      watchers.watch(`${MAPS}?watch=true&${without}`),
    ])

    await client.post(MAPS, { metadata: { name: 'c' } })
    await Promise.all([none.until(3), zero.until(3), now.until(1), only.until(1)])

    const names = ({ events }: { events: readonly WatchEvent[] }) =>
      events.map(({ type, object }) => `${type} ${object.metadata.name}`)
    expect(names(none)).toEqual(['ADDED a', 'ADDED b', 'ADDED c'])
    expect(names(zero)).toEqual(['ADDED a', 'ADDED b', 'ADDED c'])
    expect(names(now)).toEqual(['ADDED c'])
    expect(names(only)).toEqual(['ADDED c'])
  })

  it('is announced as complete by a bookmark of the version it is of', async () => {
    const { server, client, watchers } = await startWithWatchers()
    for (const name of ['a', 'b']) await client.post(MAPS, { metadata: { name } })
    const streaming = 'sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan'

    const watcher = await watchers.watch(`${MAPS}?watch=true&${streaming}`)
    await watcher.until(3)

    expect(watcher.events.map(({ type }) => type)).toEqual(['ADDED', 'ADDED', 'BOOKMARK'])
    expect(versionsOf(watcher.events).at(-1)).toBe(server.store.revision)
  })
})

describe('the end of a watch', () => {
  it('comes when its time is over, with a last bookmark for those who want one', async () => {
    const clock = new VirtualClock()
    const client = new TestClient(await startServer({ clock }))
    const bookmarks = await client.watch(
      `${MAPS}?watch=true&resourceVersion=1&timeoutSeconds=90&allowWatchBookmarks=true`,
    )
    const plain = await client.watch(`${MAPS}?watch=true&resourceVersion=1&timeoutSeconds=90`)

    await clock.advance(90_000)

    expect((await bookmarks.next())?.type).toBe('BOOKMARK')
    expect((await bookmarks.next())?.type).toBe('BOOKMARK')
    expect(await bookmarks.next()).toBeUndefined()
    expect(await plain.next()).toBeUndefined()
  })

  it('does not come at once for those who ask for a century', async () => {
    const { server, client, watchers } = await startWithWatchers()
    const watcher = await watchers.watch(
      `${MAPS}?watch=true&resourceVersion=${server.store.revision}&timeoutSeconds=3000000000`,
    )
    await client.get(MAPS)
    await client.post(MAPS, { metadata: { name: 'a' } })

    await watcher.until(1)

    expect(watcher.events.map(({ type }) => type)).toEqual(['ADDED'])
  })

  it('comes for all when the server stops', async () => {
    const server = await startServer({ tokens })
    const watchers = connectWatchers(server)
    onTestFinished(watchers.close)
    const open = await Promise.all(times(10, () => watchers.watch(`${MAPS}?watch=true&resourceVersion=1`)))

    await within(5_000, server.close())

    await within(5_000, Promise.all(open.map((watcher) => watcher.until(1))))
  })
})

describe('other ways to watch', () => {
  it.each([
    ['one object by its name', `${MAPS}?watch=true&fieldSelector=metadata.name%3Db`, ['b']],
    ['one object by the old path', '/api/v1/watch/namespaces/default/configmaps/b?', ['b']],
    ['a namespace by the old path', '/api/v1/watch/namespaces/default/configmaps?', ['a', 'b']],
    ['all namespaces', '/api/v1/configmaps?watch=true', ['a', 'b']],
  ])('%s', async (_way, path, names) => {
    const { server, client, watchers } = await startWithWatchers()
    const watcher = await watchers.watch(`${path}&resourceVersion=${server.store.revision}`)

    for (const name of ['a', 'b']) await client.post(MAPS, { metadata: { name } })
    await watcher.until(names.length)

    expect(watcher.events.map(({ object }) => object.metadata.name)).toEqual(names)
  })

  it.each([
    ['Table', 'Table'],
    ['PartialObjectMetadata', 'PartialObjectMetadata'],
  ])('as %s', async (shape, kind) => {
    const client = new TestClient(await startServer())
    const watch = await client.watch(`${MAPS}?watch=true&resourceVersion=1`, {
      accept: `application/json;as=${shape};g=meta.k8s.io;v=v1`,
    })

    await client.post(MAPS, { metadata: { name: 'a' }, data: { secret: 'not shown' } })
    const event = await watch.next()
    watch.close()

    expect(event).toMatchObject({ type: 'ADDED', object: { kind } })
    expect(JSON.stringify(event)).not.toContain('not shown')
  })
})
