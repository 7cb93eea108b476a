import { expect, it } from 'vitest'
import type { StoreOptions } from '../memory-store.ts'
import type { Store, StoreEvent } from '../store.ts'

/** A driver that keeps its data. */
export interface DurableDriver {
  /** A directory that nobody has used. */
  newPath(): string
  open(options: StoreOptions & { path: string }): Promise<Store>
}

/** What every store on disk has to do besides what all stores do. */
export function describeDurability({ newPath, open }: DurableDriver): void {
  /** Fills a store, closes it, and opens it again. */
  const reopened = async (fill: (store: Store) => Promise<unknown>) => {
    const path = newPath()
    const store = await open({ path })
    await fill(store)
    await store.close()
    return open({ path })
  }
  const put = (store: Store, key: string, value: string, bucket = 'things') =>
    store.write({ bucket, key, type: 'put', expect: 'any', value: () => Buffer.from(value) })
  const remove = (store: Store, key: string, value = '', bucket = 'things') =>
    store.write({ bucket, key, type: 'delete', expect: 'present', value: () => Buffer.from(value) })
  const eventsFrom = (store: Store, revision: number) => {
    const events: StoreEvent[] = []
    store.watch('things', revision, (event) => events.push(event))
    return events.map(({ type, revision, entry, previous }) => {
      const before = previous === undefined ? '' : ` was ${previous.value}@${previous.revision}`
      return `${type} ${entry.key}=${entry.value}@${revision}${before}`
    })
  }

  it('has the same keys, values, revisions and history', async () => {
    const store = await reopened(async (store) => {
      await put(store, 'a', 'one')
      await put(store, 'ключ/🗝', 'ü')
      await put(store, 'a', 'two')
      await remove(store, 'a', 'last')
      await put(store, 'b', '')
    })

    expect(store.revision).toBe(5)
    expect(store.list('things').entries.map(({ key, value, revision }) => `${key}=${value}@${revision}`)).toEqual([
      'b=@5',
      'ключ/🗝=ü@2',
    ])
    expect(eventsFrom(store, 0)).toEqual([
      'put a=one@1',
      'put ключ/🗝=ü@2',
      'put a=two@3 was one@1',
      'delete a=last@4 was two@3',
      'put b=@5',
    ])
    expect((await put(store, 'c', 'next')).revision).toBe(6)
    await store.close()
  })

  it('remembers what was compacted, and the versions that history still needs', async () => {
    const store = await reopened(async (store) => {
      for (const value of ['one', 'two', 'three', 'four']) await put(store, 'a', value)
      store.compact('things', 2)
    })

    expect(store.compactedRevision('things')).toBe(2)
    expect(eventsFrom(store, 2)).toEqual(['put a=three@3 was two@2', 'put a=four@4 was three@3'])
    expect(store.list('things', { revision: 2 }).entries.map(({ value }) => value.toString())).toEqual(['two'])
    await store.close()
  })

  it('never gives a revision twice, even when the newest records are gone', async () => {
    const compacted = await reopened(async (store) => {
      await put(store, 'a', 'one')
      await remove(store, 'a')
      store.compact('things', 2)
    })
    expect(compacted.revision).toBe(2)
    expect((await put(compacted, 'a', 'again')).revision).toBe(3)
    await compacted.close()

    const dropped = await reopened(async (store) => {
      await put(store, 'a', 'one', 'gone')
      await store.drop('gone')
    })
    expect(dropped.revision).toBe(1)
    await dropped.close()
  })

  it('keeps dropped buckets dropped, and their past unknown', async () => {
    const store = await reopened(async (store) => {
      await put(store, 'a', 'one', 'tenant/pods')
      await store.drop('tenant/')
      await put(store, 'b', 'two', 'tenant/pods')
    })

    expect(store.list('tenant/pods').entries.map(({ key }) => key)).toEqual(['b'])
    expect(store.compactedRevision('tenant/pods')).toBe(1)
    expect(store.compactedRevision('tenant/nodes')).toBe(1)
    expect(store.compactedRevision('other')).toBe(0)
    await store.close()
  })

  it('holds values of any size', async () => {
    const large = 'x'.repeat(3_000_000)
    const store = await reopened((store) => Promise.all([put(store, 'large', large), put(store, 'small', 's')]))

    expect(store.get('things', 'large')?.value.toString()).toBe(large)
    expect(store.get('things', 'small')?.value.toString()).toBe('s')
    await store.close()
  })

  it('cannot be opened again, and does not mind the attempt', async () => {
    const path = newPath()
    const store = await open({ path })

    await expect(open({ path })).rejects.toThrow(
      `the store in ${path} is in use by process ${process.pid}; stop it or choose another directory`,
    )

    await store.write({ bucket: 'b', key: 'a', type: 'put', expect: 'absent', value: () => Buffer.from('1') })
    await store.close()
  })
}
