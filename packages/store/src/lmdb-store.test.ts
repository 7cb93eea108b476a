import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { describeDurability } from './conformance/durability.ts'
import { describeStore } from './conformance/index.ts'
import { openLmdbStore } from './lmdb-store.ts'

let directory: string
let stores = 0
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'skep-store-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

const newPath = () => join(directory, 'made', String(stores++))

describeStore('openLmdbStore', { open: (options) => openLmdbStore({ ...options, path: newPath() }) })

describe('an LMDB store', () => {
  describeDurability({ newPath, open: openLmdbStore })

  it('refuses a bucket whose name could not be kept, and takes others', async () => {
    const store = await openLmdbStore({ path: newPath() })
    const write = (bucket: string) =>
      store.write({ bucket, key: 'a', type: 'put', expect: 'any', value: () => Buffer.from('1') })

    await expect(write('n'.repeat(513))).rejects.toThrow("a bucket's name has at most 512 characters, not 513")
    await write('ü'.repeat(512))
    store.compact('ü'.repeat(512), store.revision)

    await store.drop('nothing')
    await store.close()
  })
})
