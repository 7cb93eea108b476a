import { VirtualClock } from '@skep/base'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { StoreOptions } from './memory-store.ts'
import { CompactedError, ConflictError, type Store, type StoreEvent, UnavailableError } from './store.ts'

export interface ConformanceOptions {
  /** Opens an empty store. */
  open(options: StoreOptions): Promise<Store>
}

/** Limits that are reached in a few writes. */
const SMALL_HISTORY = { maxEvents: 5, minEvents: 2, maxAgeMs: 60_000 }

/** What every driver of the store promises. Call it from a test file of the driver. */
export function describeStore(name: string, { open }: ConformanceOptions): void {
  describe(name, () => {
    let clock: VirtualClock
    let store: Store

    beforeEach(async () => {
      clock = new VirtualClock()
      store = await open({ clock })
    })
    afterEach(() => store.close())

    const reopen = async (history: StoreOptions['history']) => {
      await store.close()
      store = await open({ clock, history })
    }

    describe('writing', () => {
      it('gives every write the next revision, whatever the bucket', async () => {
        const a = await put(store, 'a', '1')
        const b = await store.write({ ...creating('b', '2'), bucket: 'other' })

        expect([a.revision, b.revision]).toEqual([1, 2])
        expect(store.revision).toBe(2)
        expect(store.get('things', 'a')).toBe(a)
        expect(store.get('other', 'b')?.value.toString()).toBe('2')
      })

      it('lets a value carry its own revision', async () => {
        await put(store, 'a', '1')

        const { value } = await store.write({
          ...creating('b', ''),
          value: (revision) => Buffer.from(`rv ${revision}`),
        })

        expect(value.toString()).toBe('rv 2')
      })

      it('hands the annex of a write to readers', async () => {
        await store.write({ ...creating('a', '1'), annex: { labels: 3 } })

        expect(store.get('things', 'a')?.annex).toEqual({ labels: 3 })
      })

      it('is not visible before it is acknowledged', async () => {
        const written = put(store, 'a', '1')

        expect(store.get('things', 'a')).toBeUndefined()
        expect(store.revision).toBe(0)
        await written
        expect(store.get('things', 'a')).toBeDefined()
      })

      it('creates only what is absent', async () => {
        const first = await put(store, 'a', '1')

        const again = store.write(creating('a', '2'))

        await expect(again).rejects.toThrow(ConflictError)
        await expect(again).rejects.toMatchObject({ current: first })
        expect(text(store, 'a')).toBe('1')
      })

      it('updates only the version it expects', async () => {
        const first = await put(store, 'a', '1')
        await store.write({ ...creating('a', '2'), expect: { revision: first.revision } })

        const stale = store.write({ ...creating('a', '3'), expect: { revision: first.revision } })

        await expect(stale).rejects.toMatchObject({ name: 'ConflictError', current: { revision: 2 } })
        expect(text(store, 'a')).toBe('2')
      })

      it('updates only what is present, when it expects that', async () => {
        const absent = store.write({ ...creating('a', '1'), expect: 'present' })

        await expect(absent).rejects.toMatchObject({ name: 'ConflictError', current: undefined })
        await put(store, 'a', '1')
        await store.write({ ...creating('a', '2'), expect: 'present' })
        expect(text(store, 'a')).toBe('2')
      })

      it('deletes with the same preconditions, and answers the last state as rendered', async () => {
        const first = await put(store, 'a', '1')
        await expect(store.write({ ...deleting('a'), expect: { revision: 7 } })).rejects.toThrow(ConflictError)

        const last = await store.write({
          ...deleting('a'),
          expect: { revision: first.revision },
          value: (revision) => Buffer.from(`gone at ${revision}`),
        })

        expect(last).toMatchObject({ key: 'a', revision: 2 })
        expect(last.value.toString()).toBe('gone at 2')
        expect(store.get('things', 'a')).toBeUndefined()
      })

      it('cannot delete what is not there, whatever it expects', async () => {
        await expect(store.write(deleting('a'))).rejects.toMatchObject({ name: 'ConflictError', current: undefined })
        expect(store.revision).toBe(0)
        expect(store.buckets()).toEqual([])
      })

      it('takes no revision for a conflict', async () => {
        await put(store, 'a', '1')
        await expect(store.write(creating('a', '2'))).rejects.toThrow(ConflictError)

        expect((await put(store, 'b', '1')).revision).toBe(2)
      })

      it('rejects when the value cannot be rendered, and goes on', async () => {
        const broken = store.write({
          ...creating('a', ''),
          value: () => {
            throw new TypeError('not serialisable')
          },
        })

        await expect(broken).rejects.toThrow('not serialisable')
        await put(store, 'a', '1')
        expect(text(store, 'a')).toBe('1')
      })

      it('refuses writes after close', async () => {
        await store.close()

        await expect(put(store, 'a', '1')).rejects.toThrow(UnavailableError)
        await expect(put(store, 'a', '1')).rejects.toThrow('the store is closed')
        await expect(store.waitFor(1)).rejects.toThrow(UnavailableError)
      })

      it('finishes writes under way before it closes', async () => {
        const written = put(store, 'a', '1')

        await store.close()

        await expect(written).resolves.toMatchObject({ revision: 1 })
      })
    })

    describe('writing concurrently', () => {
      it('lets one of several creators win', async () => {
        const results = await Promise.allSettled(['1', '2', '3'].map((value) => store.write(creating('a', value))))

        expect(results.map((result) => result.status)).toEqual(['fulfilled', 'rejected', 'rejected'])
        expect(text(store, 'a')).toBe('1')
      })

      it('checks a write against those that are not visible yet', async () => {
        const created = store.write(creating('a', '1'))
        const updated = store.write({ ...creating('a', '2'), expect: { revision: 1 } })
        const deleted = store.write({ ...deleting('a'), expect: { revision: 2 } })
        const recreated = store.write(creating('a', '4'))

        expect((await Promise.all([created, updated, deleted, recreated])).map((entry) => entry.revision)).toEqual([
          1, 2, 3, 4,
        ])
        expect(text(store, 'a')).toBe('4')
      })

      it('reports a conflict only when what it conflicts with is visible', async () => {
        void put(store, 'a', '1')
        const conflict = store.write({ ...creating('a', '2'), expect: 'absent' })

        await expect(conflict).rejects.toMatchObject({ current: { revision: 1 } })

        expect(store.get('things', 'a')?.revision).toBe(1)
      })

      it('loses no increment of writers that read, change, write and retry on conflict', async () => {
        await put(store, 'counter', '0')
        const increment = async (): Promise<void> => {
          const { revision, value } = store.get('things', 'counter')!
          const next = String(Number(value.toString()) + 1)
          try {
            await store.write({ ...creating('counter', next), expect: { revision } })
          } catch (error) {
            if (!(error instanceof ConflictError)) throw error
            await increment()
          }
        }

        await Promise.all(Array.from({ length: 20 }, increment))

        expect(text(store, 'counter')).toBe('20')
      })

      it('acknowledges, shows and tells in the order of revisions', async () => {
        const acknowledged: number[] = []
        const told: number[] = []
        store.watch('things', 0, (event) => told.push(event.revision))

        await Promise.all(
          Array.from({ length: 100 }, async (_, i) => {
            const { revision } = await put(store, `key-${i % 7}`, String(i))
            acknowledged.push(revision)
          }),
        )

        const inOrder = Array.from({ length: 100 }, (_, i) => i + 1)
        expect(acknowledged).toEqual(inOrder)
        expect(told).toEqual(inOrder)
      })
    })

    describe('listing', () => {
      beforeEach(async () => {
        for (const key of ['b/2', 'a/1', 'c/1', 'b/1', 'b/3']) await put(store, key, key)
      })
      const keys = (options?: Parameters<Store['list']>[1]) =>
        store.list('things', options).entries.map(({ key }) => key)

      it('answers keys in order, and the revision it is of', () => {
        expect(keys()).toEqual(['a/1', 'b/1', 'b/2', 'b/3', 'c/1'])
        expect(store.list('things')).toMatchObject({ revision: 5, remaining: 0 })
        expect(store.count('things')).toBe(5)
      })

      it('answers keys with a prefix', () => {
        expect(keys({ prefix: 'b/' })).toEqual(['b/1', 'b/2', 'b/3'])
        expect(keys({ prefix: 'd' })).toEqual([])
      })

      it('answers page by page, and says how many remain', () => {
        expect(store.list('things', { limit: 2 })).toMatchObject({
          entries: [{ key: 'a/1' }, { key: 'b/1' }],
          remaining: 3,
        })
        expect(store.list('things', { limit: 2, after: 'b/1' })).toMatchObject({
          entries: [{ key: 'b/2' }, { key: 'b/3' }],
          remaining: 1,
        })
        expect(store.list('things', { limit: 2, after: 'b/3' })).toMatchObject({
          entries: [{ key: 'c/1' }],
          remaining: 0,
        })
        expect(store.list('things', { limit: 1, prefix: 'b/', after: 'b/1' })).toMatchObject({
          entries: [{ key: 'b/2' }],
          remaining: 1,
        })
      })

      it('answers nothing of an unknown bucket', () => {
        expect(store.list('nothing')).toEqual({ entries: [], revision: 5, remaining: 0 })
        expect(store.count('nothing')).toBe(0)
      })

      it('answers the state of an earlier revision', async () => {
        await store.write(deleting('b/2'))
        await put(store, 'b/1', 'changed')
        await put(store, 'b/4', 'new')
        await put(store, 'b/1', 'changed again')

        const then = store.list('things', { revision: 5, prefix: 'b/' })

        expect(then.revision).toBe(5)
        expect(then.entries.map(({ value }) => value.toString())).toEqual(['b/1', 'b/2', 'b/3'])
        expect(keys({ revision: 7 })).toEqual(['a/1', 'b/1', 'b/3', 'c/1'])
        expect(keys({ revision: 2 })).toEqual(['a/1', 'b/2'])
        expect(keys({ revision: 0 })).toEqual([])
      })

      it('continues a list at its revision while the bucket changes', async () => {
        const first = store.list('things', { limit: 2 })
        await store.write(deleting('b/2'))
        await put(store, 'b/25', 'new')
        await put(store, 'a/0', 'new')

        const second = store.list('things', { limit: 2, after: 'b/1', revision: first.revision })
        const third = store.list('things', { limit: 2, after: 'b/3', revision: first.revision })

        expect(second).toMatchObject({ entries: [{ key: 'b/2' }, { key: 'b/3' }], remaining: 1, revision: 5 })
        expect(third).toMatchObject({ entries: [{ key: 'c/1' }], remaining: 0, revision: 5 })
      })

      it('refuses a revision that is not there yet', () => {
        expect(() => store.list('things', { revision: 6 })).toThrow('revision 6 is not visible yet; the newest is 5')
      })

      it('agrees with a model at every revision, limit and start', async () => {
        const states = await randomHistory(store)

        for (const [revision, state] of states) {
          for (const after of [undefined, 'k2', 'k5']) {
            const expected = [...state.keys()].filter((key) => after === undefined || key > after).sort()
            const page = store.list('random', { revision, limit: 3, after })
            expect(page.entries.map(({ key }) => key)).toEqual(expected.slice(0, 3))
            expect(page.remaining).toBe(Math.max(0, expected.length - 3))
            for (const { key, value } of page.entries) expect(value.toString()).toBe(state.get(key))
          }
        }
      })
    })

    describe('watching', () => {
      it('tells of creates, updates and deletes, with the version before', async () => {
        const events = watchFrom(store, 0)
        const first = await put(store, 'a', '1')
        const second = await put(store, 'a', '2')
        await store.write(deleting('a', 'last'))
        await put(store, 'a', '4')

        expect(events.map(describeEvent)).toEqual(['put a=1 @1', 'put a=2 @2', 'delete a=last @3', 'put a=4 @4'])
        expect(events.map(({ previous }) => previous)).toEqual([undefined, first, second, undefined])
      })

      it('starts at any revision that is known, with nothing missing and nothing twice', async () => {
        for (let i = 1; i <= 6; i++) await put(store, `k${i}`, `${i}`)

        for (let from = 0; from <= 6; from++) {
          const revisions = watchFrom(store, from).map(({ revision }) => revision)
          expect(revisions).toEqual([1, 2, 3, 4, 5, 6].slice(from))
        }
      })

      it('goes on after the history with what happens', async () => {
        await put(store, 'a', '1')
        const events = watchFrom(store, 0)
        await put(store, 'b', '2')

        expect(events.map(describeEvent)).toEqual(['put a=1 @1', 'put b=2 @2'])
      })

      it('tells only of its bucket', async () => {
        const events = watchFrom(store, 0)
        await store.write({ ...creating('a', '1'), bucket: 'other' })

        expect(events).toEqual([])
      })

      it('leaves out what comes before a revision in the future', async () => {
        const events = watchFrom(store, 2)
        for (const key of ['a', 'b', 'c']) await put(store, key, key)

        expect(events.map(describeEvent)).toEqual(['put c=c @3'])
      })

      it('tells nothing twice to a watch that starts while others are told', async () => {
        const late: StoreEvent[] = []
        const watch = store.watch('things', 0, () => {
          watch.close()
          store.watch('things', 0, (event) => late.push(event))
        })
        await Promise.all([put(store, 'a', '1'), put(store, 'b', '2')])
        await put(store, 'c', '3')

        expect(late.map(describeEvent)).toEqual(['put a=1 @1', 'put b=2 @2', 'put c=3 @3'])
      })

      it('tells nothing after close', async () => {
        const events: StoreEvent[] = []
        const watch = store.watch('things', 0, (event) => events.push(event))
        await put(store, 'a', '1')
        watch.close()
        watch.close()
        await put(store, 'b', '2')

        expect(events.map(describeEvent)).toEqual(['put a=1 @1'])
      })

      it('shares the event, so that what one watcher annexes others find', async () => {
        const [first, second] = [watchFrom(store, 0), watchFrom(store, 0)]
        await put(store, 'a', '1')

        first[0]!.annex = 'frame'

        expect(second[0]!.annex).toBe('frame')
        expect(watchFrom(store, 0)[0]!.annex).toBe('frame')
      })
    })

    describe('subscribing', () => {
      it('tells of all buckets, once per group commit, in order', async () => {
        const commits: string[][] = []
        const subscription = store.subscribe((events) => commits.push(events.map(describeEvent)))

        await Promise.all([put(store, 'a', '1'), store.write({ ...creating('b', '2'), bucket: 'other' })])
        await put(store, 'c', '3')
        subscription.close()
        await put(store, 'd', '4')

        expect(commits).toEqual([['put a=1 @1', 'put b=2 @2'], ['put c=3 @3']])
      })
    })

    describe('waiting', () => {
      it('resolves at once for what is visible, and later for what is not', async () => {
        await store.waitFor(0)
        let seen = 0
        const waiting = store.waitFor(2).then(() => {
          seen = store.revision
        })
        await put(store, 'a', '1')
        await clock.settle()
        expect(seen).toBe(0)

        await put(store, 'b', '2')
        await waiting

        expect(seen).toBe(2)
      })

      it('gives up when its signal aborts, and when the store closes', async () => {
        const controller = new AbortController()
        const aborted = store.waitFor(5, controller.signal)
        const closed = store.waitFor(5)
        controller.abort(new Error('too long'))
        void store.close()

        await expect(aborted).rejects.toThrow('too long')
        await expect(closed).rejects.toThrow(UnavailableError)
        await expect(store.waitFor(5, AbortSignal.abort(new Error('before')))).rejects.toThrow()
      })
    })

    describe('compaction', () => {
      it('forgets history and keeps state', async () => {
        for (let i = 1; i <= 4; i++) await put(store, 'a', `${i}`)
        await put(store, 'b', '5')

        store.compact('things', 3)

        expect(store.compactedRevision('things')).toBe(3)
        expect(() => store.watch('things', 2, () => {})).toThrow(CompactedError)
        expect(() => store.watch('things', 2, () => {})).toThrow(
          'revision 2 of things is compacted; the oldest known is 3',
        )
        expect(() => store.list('things', { revision: 2 })).toThrow(CompactedError)
        expect(watchFrom(store, 3).map(describeEvent)).toEqual(['put a=4 @4', 'put b=5 @5'])
        expect(watchFrom(store, 3)[0]!.previous?.value.toString()).toBe('3')
        expect(store.list('things', { revision: 3 }).entries.map(({ value }) => value.toString())).toEqual(['3'])
        expect(text(store, 'a')).toBe('4')
      })

      it('leaves other buckets alone, and never goes back', async () => {
        await put(store, 'a', '1')
        await store.write({ ...creating('b', '2'), bucket: 'other' })
        store.compact('things', 2)
        store.compact('things', 1)
        store.compact('unknown', 1)

        expect(store.compactedRevision('things')).toBe(2)
        expect(store.compactedRevision('other')).toBe(0)
        expect(store.compactedRevision('unknown')).toBe(0)
      })

      it('does not reach into the future', async () => {
        await put(store, 'a', '1')

        store.compact('things', 100)

        expect(store.compactedRevision('things')).toBe(1)
      })

      it('happens by itself when a bucket has too many events', async () => {
        await reopen(SMALL_HISTORY)
        const before = store.revision
        for (let i = 1; i <= 8; i++) await put(store, 'a', `${i}`)

        expect(store.compactedRevision('things')).toBe(before + 3)
        expect(watchFrom(store, before + 3)).toHaveLength(5)
      })

      it('happens by itself when events are old, but for the newest few', async () => {
        await reopen(SMALL_HISTORY)
        const before = store.revision
        for (let i = 1; i <= 4; i++) await put(store, 'a', `${i}`)
        await clock.advance(59_000)
        expect(store.compactedRevision('things')).toBe(0)

        await clock.advance(31_000)

        expect(store.compactedRevision('things')).toBe(before + 2)
      })

      it('spares events that are young, whatever the age of those before', async () => {
        await reopen({ ...SMALL_HISTORY, minEvents: 0 })
        const before = store.revision
        await put(store, 'a', 'old')
        await clock.advance(80_000)
        await put(store, 'a', 'young')
        await clock.advance(15_000)

        expect(store.compactedRevision('things')).toBe(before + 1)
      })
    })

    describe('buckets', () => {
      it('are listed by prefix while they hold keys or history', async () => {
        for (const bucket of ['one/pods', 'two/pods', 'one/nodes']) {
          await store.write({ ...creating('a', '1'), bucket })
        }
        await store.write({ ...deleting('a'), bucket: 'two/pods' })
        store.watch('one/watched', 0, () => {})

        expect(store.buckets()).toEqual(['one/nodes', 'one/pods', 'two/pods'])
        expect(store.buckets('one/')).toEqual(['one/nodes', 'one/pods'])

        store.compact('two/pods', store.revision)
        expect(store.buckets('two/')).toEqual([])
      })

      it('are dropped by prefix, with keys and history, without events', async () => {
        const events: StoreEvent[] = []
        for (const bucket of ['one/pods', 'one/nodes', 'two/pods']) {
          await store.write({ ...creating('a', '1'), bucket })
        }
        store.watch('one/pods', 3, (event) => events.push(event))

        await store.drop('one/')

        expect(store.buckets()).toEqual(['two/pods'])
        expect(store.get('one/pods', 'a')).toBeUndefined()
        expect(store.count('one/nodes')).toBe(0)
        expect(events).toEqual([])
        expect(store.revision).toBe(3)
      })

      it('do not know what was before they were dropped', async () => {
        await store.write({ ...creating('a', '1'), bucket: 'one/pods' })
        await store.drop('one/')
        await store.write({ ...creating('a', '2'), bucket: 'one/pods' })

        expect(store.compactedRevision('one/pods')).toBe(1)
        expect(() => store.watch('one/pods', 0, () => {})).toThrow(CompactedError)
        expect(store.compactedRevision('two/pods')).toBe(0)
      })

      it('are dropped with the writes that were under way, and take new ones at once', async () => {
        const before = store.write({ ...creating('a', '1'), bucket: 'one/pods' })
        const dropped = store.drop('one/')
        await before
        await dropped
        await store.write({ ...creating('b', '2'), bucket: 'one/pods' })

        expect(store.list('one/pods').entries.map(({ key }) => key)).toEqual(['b'])
      })
    })

    it('holds virtual time until a write is visible', async () => {
      const history: string[] = []
      clock.setTimer(1, () => history.push('timer'))
      void put(store, 'a', '1').then(() => history.push('written'))

      await clock.advance(1)

      expect(history).toEqual(['written', 'timer'])
    })
  })
}

const creating = (key: string, value: string) => ({
  bucket: 'things',
  key,
  type: 'put' as const,
  expect: 'absent' as const,
  value: () => Buffer.from(value),
})

const deleting = (key: string, value = '') => ({
  ...creating(key, value),
  type: 'delete' as const,
  expect: 'any' as const,
})

const put = (store: Store, key: string, value: string) => store.write({ ...creating(key, value), expect: 'any' })

const text = (store: Store, key: string) => store.get('things', key)?.value.toString()

const describeEvent = ({ type, revision, entry }: StoreEvent) => `${type} ${entry.key}=${entry.value} @${revision}`

/** The events that a watch has told of; more come as they happen. */
function watchFrom(store: Store, revision: number): StoreEvent[] {
  const events: StoreEvent[] = []
  store.watch('things', revision, (event) => events.push(event))
  return events
}

/** Puts and deletes keys of the bucket `random`; answers what it held at each revision. */
async function randomHistory(store: Store): Promise<Map<number, Map<string, string>>> {
  const states = new Map<number, Map<string, string>>()
  let state = new Map<string, string>()
  for (let i = 0; i < 60; i++) {
    const key = `k${(i * 7) % 11}`
    const remove = i % 3 === 2 && state.has(key)
    const write = remove ? deleting(key) : { ...creating(key, `${i}`), expect: 'any' as const }
    const { revision } = await store.write({ ...write, bucket: 'random' })
    state = new Map(state)
    if (remove) state.delete(key)
    else state.set(key, `${i}`)
    states.set(revision, state)
  }
  return states
}
