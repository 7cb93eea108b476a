// Writes under load until it is killed, and says on standard output what has been acknowledged: type, key, revision.
// Usage: node crash-writer.mjs DIRECTORY SEED
import { writeSync } from 'node:fs'
import { createRandom } from '@skep/base'
import { openLogStore } from '../dist/index.js'

const IN_FLIGHT = 32
const KEYS = 300

const [path, seed] = process.argv.slice(2)
const random = createRandom(seed)
const store = await openLogStore({ path, history: { maxEvents: 400 }, segmentBytes: 200_000 })

async function writeForever() {
  for (;;) {
    const key = `key-${random.int(KEYS)}`
    const type = random.int(6) === 0 ? 'delete' : 'put'
    const padding = 'x'.repeat(random.int(2_000))
    const value = (revision) => Buffer.from(`${key} ${revision} ${padding}`)
    try {
      const { revision } = await store.write({ bucket: 'crash', key, type, expect: 'any', value })
      writeSync(1, `${type} ${key} ${revision}\n`)
    } catch (error) {
      // There may be nothing to delete.
      if (error.name !== 'ConflictError') throw error
    }
  }
}

await Promise.all(Array.from({ length: IN_FLIGHT }, writeForever))
