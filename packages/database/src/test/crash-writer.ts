// Writes to the database at the first argument until it is killed, and prints the id of every note that is committed.
import { writeSync } from 'node:fs'
import { openDatabase } from '../open-database.ts'
import { crashMigrations, notes, work } from './crash-tables.ts'

const [url = '', prefix = ''] = process.argv.slice(2)
const WRITERS = 16
const STDOUT = 1

const database = await openDatabase({ url, migrations: crashMigrations })
await Promise.all(
  Array.from({ length: WRITERS }, async (_, writer) => {
    for (let count = 0; ; count++) {
      const id = `${prefix}-${writer}-${count}`
      await database.transaction(async (tx) => {
        await notes.insert(tx, id, { text: 'x'.repeat(500) })
        await work.add(tx, id)
      })
      writeSync(STDOUT, `${id}\n`)
    }
  }),
)
