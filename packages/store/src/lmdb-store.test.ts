import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { describeStore } from './conformance.ts'
import { openLmdbStore } from './lmdb-store.ts'

let directory: string
let stores = 0
beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'skep-store-'))
})
afterAll(() => rmSync(directory, { recursive: true }))

describeStore('openLmdbStore', {
  open: (options) => openLmdbStore({ ...options, path: join(directory, String(stores++)) }),
})
