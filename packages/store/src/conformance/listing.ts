import { beforeEach, describe, expect, it } from 'vitest'
import type { Store } from '../store.ts'
import { deleting, type Given, put, randomHistory } from './given.ts'

/** Order, prefixes, pages, and lists of the past. */
export function describeListing(given: Given): void {
  describe('listing', () => {
    let store: Store
    beforeEach(() => {
      store = given.store
    })

    beforeEach(async () => {
      for (const key of ['b/2', 'a/1', 'c/1', 'b/1', 'b/3']) await put(store, key, key)
    })
    const keys = (options?: Parameters<Store['list']>[1]) => store.list('things', options).entries.map(({ key }) => key)

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
}
