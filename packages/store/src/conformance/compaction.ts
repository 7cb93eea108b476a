import { beforeEach, describe, expect, it } from 'vitest'
import { CompactedError, type Store } from '../store.ts'
import { creating, describeEvent, type Given, put, text, watchFrom } from './given.ts'

/** Limits that are reached in a few writes. */
const SMALL_HISTORY = { maxEvents: 5, maxAgeMs: 60_000 }

/** What is forgotten, when asked and by itself, and what never is. */
export function describeCompaction(given: Given): void {
  describe('compaction', () => {
    let store: Store
    beforeEach(() => {
      store = given.store
    })

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

    it('happens by itself when there are too many events', async () => {
      store = await given.reopen(SMALL_HISTORY)
      const before = store.revision
      for (let i = 1; i <= 8; i++) await put(store, 'a', `${i}`)

      expect(store.compactedRevision('things')).toBe(before + 3)
      expect(watchFrom(store, before + 3)).toHaveLength(5)
    })

    it('takes the oldest events of all buckets first', async () => {
      store = await given.reopen(SMALL_HISTORY)
      const before = store.revision
      await store.write({ ...creating('k', 'first'), bucket: 'other' })
      for (let i = 1; i <= 3; i++) await put(store, 'a', `${i}`)
      await store.write({ ...creating('l', 'fifth'), bucket: 'other' })
      for (let i = 4; i <= 5; i++) await put(store, 'a', `${i}`)

      expect(store.compactedRevision('other')).toBe(before + 1)
      expect(store.compactedRevision('things')).toBe(before + 2)
      expect(watchFrom(store, before + 2).map(describeEvent)).toHaveLength(4)
    })

    it('goes on with the other events when a bucket is dropped', async () => {
      store = await given.reopen(SMALL_HISTORY)
      const before = store.revision
      for (const key of ['k', 'l', 'm']) await store.write({ ...creating(key, '1'), bucket: 'other' })
      await store.drop('other')
      for (let i = 1; i <= 6; i++) await put(store, 'a', `${i}`)

      expect(store.compactedRevision('things')).toBe(before + 4)
    })

    it('happens by itself when past versions take too much room', async () => {
      store = await given.reopen({ ...SMALL_HISTORY, maxEvents: 100, maxBytes: 10 })
      const before = store.revision
      for (let i = 1; i <= 6; i++) await put(store, 'a', '1234')
      expect(store.compactedRevision('things')).toBe(before + 4)

      for (let i = 1; i <= 3; i++) await put(store, 'a', '1234567890')

      expect(store.compactedRevision('things')).toBe(before + 8)
    })

    it('does not happen because of versions that are current', async () => {
      store = await given.reopen({ ...SMALL_HISTORY, maxEvents: 100, maxBytes: 10 })
      for (let i = 1; i <= 6; i++) await put(store, `key-${i}`, '1234567890')

      expect(store.compactedRevision('things')).toBe(0)
    })

    it('happens by itself when events are old', async () => {
      store = await given.reopen(SMALL_HISTORY)
      const before = store.revision
      for (let i = 1; i <= 4; i++) await put(store, 'a', `${i}`)
      await given.clock.advance(59_000)
      expect(store.compactedRevision('things')).toBe(0)

      await given.clock.advance(31_000)

      expect(store.compactedRevision('things')).toBe(before + 4)
      expect(watchFrom(store, before + 4)).toEqual([])
    })

    it('spares events that are young, whatever the age of those before', async () => {
      store = await given.reopen(SMALL_HISTORY)
      const before = store.revision
      await put(store, 'a', 'old')
      await given.clock.advance(80_000)
      await put(store, 'a', 'young')
      await given.clock.advance(15_000)

      expect(store.compactedRevision('things')).toBe(before + 1)
    })
  })
}
