import { beforeEach, describe, expect, it } from 'vitest'
import { ConflictError, type Store, UnavailableError } from '../store.ts'
import { creating, deleting, type Given, put, text } from './given.ts'

/** Revisions, preconditions, visibility, and what happens when several write at the same time. */
export function describeWriting(given: Given): void {
  describe('writing', () => {
    let store: Store
    beforeEach(() => {
      store = given.store
    })

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
      expect(store.available).toBe(false)
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
    let store: Store
    beforeEach(() => {
      store = given.store
    })

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
}
