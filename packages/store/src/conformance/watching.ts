import { beforeEach, describe, expect, it } from 'vitest'
import { type Store, type StoreEvent, UnavailableError } from '../store.ts'
import { creating, deleting, describeEvent, type Given, put, watchFrom } from './given.ts'

/** Watches, subscriptions, and waiting for a revision. */
export function describeWatching(given: Given): void {
  describe('watching', () => {
    let store: Store
    beforeEach(() => {
      store = given.store
    })

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
    let store: Store
    beforeEach(() => {
      store = given.store
    })

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
    let store: Store
    beforeEach(() => {
      store = given.store
    })

    it('resolves at once for what is visible, and later for what is not', async () => {
      await store.waitFor(0)
      let seen = 0
      const waiting = store.waitFor(2).then(() => {
        seen = store.revision
      })
      await put(store, 'a', '1')
      await given.clock.settle()
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
}
