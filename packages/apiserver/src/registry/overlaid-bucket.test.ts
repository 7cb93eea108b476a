import { type Entry, openMemoryStore, type Store, type StoreEvent } from '@skep/store'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Bucket } from './bucket.ts'
import { OverlaidBucket } from './overlaid-bucket.ts'

const inherited = (key: string): [string, Entry] => [
  key,
  { bucket: '', key, revision: 1, value: Buffer.from(`{"inherited":"${key}"}`) },
]
const overlay = new Map([inherited('admin'), inherited('view')])
const text = (entry: Entry | undefined) => entry?.value.toString()

let store: Store
let bucket: Bucket

beforeEach(() => {
  store = openMemoryStore()
  bucket = new OverlaidBucket(store, 'blue/rbac/roles', overlay)
})
afterEach(() => store.close())

const put = (key: string, value: string, base = bucket.get(key)) =>
  bucket.put({ key, base, value: () => Buffer.from(value) })
const remove = (key: string) =>
  bucket.remove({ key, base: bucket.get(key)!, value: () => Buffer.from(`{"last":"${key}"}`) })

describe('a bucket with an overlay', () => {
  it('shows what is inherited and what is its own, in order', async () => {
    await put('edit', '{}')

    expect(bucket.list().entries.map(({ key }) => key)).toEqual(['admin', 'edit', 'view'])
    expect(bucket.count()).toBe(3)
  })

  it('keeps its own version of an inherited object, and leaves that one alone', async () => {
    await put('admin', '{"own":true}')

    expect(text(bucket.get('admin'))).toBe('{"own":true}')
    expect(text(new OverlaidBucket(store, 'green/rbac/roles', overlay).get('admin'))).toBe('{"inherited":"admin"}')
  })

  it('can lose an inherited object, and have one of that name again', async () => {
    await remove('admin')
    expect(bucket.get('admin')).toBeUndefined()
    expect(bucket.list().entries.map(({ key }) => key)).toEqual(['view'])

    await put('admin', '{"new":true}')
    expect(text(bucket.get('admin'))).toBe('{"new":true}')

    await remove('admin')
    expect(bucket.get('admin')).toBeUndefined()
  })

  it('tells watchers of an inherited object as of any other', async () => {
    const events: StoreEvent[] = []
    bucket.watch(0, (event) => events.push(event))

    await put('admin', '{"own":true}')
    await remove('admin')
    await put('admin', '{"new":true}')

    expect(events.map(({ type, previous }) => [type, text(previous)])).toEqual([
      ['put', '{"inherited":"admin"}'],
      ['delete', '{"own":true}'],
      ['put', undefined],
    ])
    expect(text(events[1]!.entry)).toBe('{"last":"admin"}')
  })

  it('refuses a write upon an inherited object that someone else has changed', async () => {
    const base = bucket.get('admin')
    await put('admin', '{"own":1}')

    await expect(put('admin', '{"own":2}', base)).rejects.toThrow('expected another version')
  })

  it('shows how it was at an earlier revision, page by page', async () => {
    const { revision } = await put('edit', '{}')
    await remove('admin')

    const first = bucket.list({ revision, limit: 2 })
    const rest = bucket.list({ revision, after: 'edit', limit: 2 })

    expect(first.entries.map(({ key }) => key)).toEqual(['admin', 'edit'])
    expect(first.remaining).toBe(1)
    expect(rest.entries.map(({ key }) => key)).toEqual(['view'])
  })
})
