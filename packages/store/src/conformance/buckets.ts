import { beforeEach, describe, expect, it } from 'vitest'
import { CompactedError, type Store, type StoreEvent } from '../store.ts'
import { creating, deleting, type Given } from './given.ts'

/** Which buckets there are, and how many are removed at once. */
export function describeBuckets(given: Given): void {
  describe('buckets', () => {
    let store: Store
    beforeEach(() => {
      store = given.store
    })

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
}
