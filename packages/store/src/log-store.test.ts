import {
  appendFileSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeDurability } from './conformance/durability.ts'
import { describeStore } from './conformance/index.ts'
import { openLmdbStore } from './lmdb-store.ts'
import { openLogStore, openStore } from './log-store.ts'
import type { Store } from './store.ts'

let directory: string
let stores = 0
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'skep-log-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

const newPath = () => join(directory, 'made', String(stores++))
const put = (store: Store, key: string, value: string) =>
  store.write({ bucket: 'things', key, type: 'put', expect: 'any', value: () => Buffer.from(value) })
const contentOf = (store: Store) =>
  store.list('things').entries.map(({ key, value, revision }) => `${key}=${value}@${revision}`)
const logsIn = (path: string) => readdirSync(path).filter((name) => name.endsWith('.log'))

/** The files of a log as a crash would leave them now. */
function copyAsIs(path: string): string {
  const files = () => readdirSync(path).filter((name) => /\.(log|tmp)$/.test(name))
  for (;;) {
    const copy = newPath()
    mkdirSync(copy, { recursive: true })
    const names = files()
    // What another thread is just renaming or removing makes a mixture of two moments.
    try {
      for (const name of names) copyFileSync(join(path, name), join(copy, name))
      if (String(files()) === String(names)) return copy
    } catch (error) {
      if (files().join() === names.join()) throw error
    }
  }
}

describeStore('openLogStore', { open: (options) => openLogStore({ ...options, path: newPath() }) })

describe('a log store', () => {
  describeDurability({ newPath, open: openLogStore })

  it('forgets what a crash left unfinished, however much of it was written, and goes on', async () => {
    const path = newPath()
    const store = await openLogStore({ path })
    await put(store, 'a', 'kept')
    const file = join(path, logsIn(path)[0]!)
    const whole = readFileSync(file).length
    await put(store, 'b', 'torn')
    const bytes = readFileSync(file)
    await store.close()

    for (let length = whole; length < bytes.length; length++) {
      writeFileSync(file, bytes.subarray(0, length))
      const reopened = await openLogStore({ path })
      expect(contentOf(reopened)).toEqual(['a=kept@1'])
      await put(reopened, 'c', 'next')
      await reopened.close()
      const again = await openLogStore({ path })
      expect(contentOf(again)).toEqual(['a=kept@1', 'c=next@2'])
      await again.close()
    }
  })

  it('is not misled by zeros that a file system puts at the end', async () => {
    const path = newPath()
    const store = await openLogStore({ path })
    await put(store, 'a', 'kept')
    await store.close()
    appendFileSync(join(path, logsIn(path)[0]!), Buffer.alloc(100))

    const reopened = await openLogStore({ path })

    expect(contentOf(reopened)).toEqual(['a=kept@1'])
    await reopened.close()
  })

  it('refuses a file that is damaged anywhere else, and says where', async () => {
    const path = newPath()
    const store = await openLogStore({ path })
    for (const key of ['a', 'b', 'c']) await put(store, key, 'value')
    await store.close()
    const file = join(path, logsIn(path)[0]!)
    const bytes = readFileSync(file)
    bytes[20]! ^= 1
    writeFileSync(file, bytes)

    await expect(openLogStore({ path })).rejects.toThrow(`${file} is damaged at byte 8; restore it from a copy`)
  })

  it('stays small however often the same things change, and loses nothing of what is left', async () => {
    const path = newPath()
    const options = { path, segmentBytes: 20_000, history: { maxEvents: 50 } }
    const store = await openLogStore(options)
    const padding = 'x'.repeat(500)
    for (let round = 0; round < 100; round++) {
      await Promise.all(Array.from({ length: 50 }, (_, key) => put(store, `key-${key}`, `${round} ${padding}`)))
    }
    const before = contentOf(store)
    await store.close()
    const sizes = logsIn(path).map((name) => readFileSync(join(path, name)).length)

    // 5,000 writes of more than 500 bytes, of which 50 are left, with as many past ones, and up to 1,024 that wait to go.
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_500_000)
    const reopened = await openLogStore(options)
    expect(contentOf(reopened)).toEqual(before)
    expect(reopened.revision).toBe(5_000)
    await reopened.close()
  })

  it('loses nothing, whenever it ends, while old files are rewritten in several pieces', async () => {
    const path = newPath()
    const options = { segmentBytes: 1_000_000, history: { maxEvents: 10 } }
    const store = await openLogStore({ ...options, path })
    const padding = 'x'.repeat(2_000)
    const copies: string[] = []
    for (let round = 0; round < 300; round++) {
      const churn = Array.from({ length: 5 }, (_, key) => put(store, `key-${key}`, `${round} ${padding}`))
      await Promise.all([put(store, `kept-${round}`, padding), ...churn])
      if (round < 150 || round % 15 !== 0) continue
      const copy = copyAsIs(path)
      const reopened = await openLogStore({ ...options, path: copy })
      expect(contentOf(reopened)).toEqual(contentOf(store))
      await reopened.close()
      copies.push(copy)
    }
    const before = contentOf(store)
    await store.close()

    const rewritten = logsIn(path).filter((name) => name.includes('-'))
    const frames = rewritten.map(
      (name) => readFileSync(join(path, name)).toString('latin1').split('\xf5SKP').length - 1,
    )
    expect(Math.max(...frames)).toBeGreaterThan(1)
    const reopened = await openLogStore({ ...options, path })
    expect(contentOf(reopened)).toEqual(before)
    await reopened.close()
    for (const copy of copies) expect(readdirSync(copy).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('removes files that another one has taken the place of', async () => {
    const path = newPath()
    const options = { path, segmentBytes: 2_000, history: { maxEvents: 10 } }
    const store = await openLogStore(options)
    const kept = new Map<string, Buffer>()
    for (let index = 0; index < 3_000; index++) {
      await put(store, `key-${index % 7}`, `value ${index}`)
      if (index % 100 === 0) for (const name of logsIn(path)) kept.set(name, readFileSync(join(path, name)))
    }
    const before = contentOf(store)
    await store.close()
    const present = logsIn(path)
    const newest = present.at(-1)!
    // As if the process had ended before it could remove them.
    const gone = [...kept].filter(([name]) => !present.includes(name) && name < newest)
    expect(gone.length).toBeGreaterThan(0)
    for (const [name, bytes] of gone) writeFileSync(join(path, name), bytes)

    const reopened = await openLogStore(options)

    expect(contentOf(reopened)).toEqual(before)
    await reopened.close()
    expect(logsIn(path)).not.toEqual(expect.arrayContaining(gone.map(([name]) => name)))
  })

  it('refuses to go on without a file that was there', async () => {
    const path = newPath()
    const store = await openLogStore({ path, segmentBytes: 100 })
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) await put(store, key, 'x'.repeat(80))
    await store.close()
    const [, second, third] = logsIn(path)
    rmSync(join(path, second!))

    await expect(openLogStore({ path })).rejects.toThrow(
      `a file is missing in ${path} before ${third}; restore it from a copy`,
    )
  })

  it('says no more than is needed of what was dropped, and keeps no files for that alone', async () => {
    const path = newPath()
    const options = { path, segmentBytes: 20_000, history: { maxEvents: 2 } }
    const store = await openLogStore(options)
    await put(store, 'a', 'kept')
    for (let index = 0; index < 100; index++) {
      const bucket = `tenant-${index}/things`
      const value = () => Buffer.from('x')
      const write = () => store.write({ bucket, key: 'k', type: 'put', expect: 'any', value })
      await Promise.all([write(), write(), write(), write()])
      await store.drop(`tenant-${index}/`)
    }
    await store.close()

    // The discards alone have 100 lists, of up to 100 prefixes of 40 bytes.
    const size = logsIn(path).reduce((sum, name) => sum + readFileSync(join(path, name)).length, 0)
    expect(size).toBeLessThan(60_000)
    const reopened = await openLogStore(options)
    expect(contentOf(reopened)).toEqual(['a=kept@1'])
    expect(reopened.compactedRevision('tenant-7/things')).toBe(33)
    await reopened.close()
  })

  it('can be opened again, and harms no other file, after one could not be made', async () => {
    const path = newPath()
    const options = { path, segmentBytes: 100_000 }
    const store = await openLogStore(options)
    // Enough for room to be made ahead, which is cut off when the file is full.
    await put(store, 'a', 'x'.repeat(100_000))
    mkdirSync(join(path, '0000000000000002.log'))

    await expect(put(store, 'b', 'two')).rejects.toThrow('a write could not be made durable')
    const other = join(path, 'other')
    const descriptors = Array.from({ length: 4 }, () => openSync(other, 'w+'))
    await store.close()

    for (const descriptor of descriptors) closeSync(descriptor)
    rmdirSync(join(path, '0000000000000002.log'))
    const reopened = await openLogStore(options)
    expect(contentOf(reopened)).toEqual([`a=${'x'.repeat(100_000)}@1`])
    await put(reopened, 'b', 'two')
    await reopened.close()
  })

  it('can be copied while nobody has it open', async () => {
    const path = newPath()
    const store = await openLogStore({ path })
    await put(store, 'a', 'one')
    await store.close()
    const copy = newPath()
    await openLogStore({ path: copy }).then((store) => store.close())
    for (const name of logsIn(path)) copyFileSync(join(path, name), join(copy, name))

    const copied = await openLogStore({ path: copy })

    expect(contentOf(copied)).toEqual(['a=one@1'])
    await copied.close()
  })
})

describe('openStore', () => {
  it('opens what an LMDB store has written', async () => {
    const path = newPath()
    const store = await openLmdbStore({ path })
    await put(store, 'a', 'one')
    await store.close()

    const opened = await openStore({ path })

    expect(contentOf(opened)).toEqual(['a=one@1'])
    await opened.close()
  })
})
