import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Database, documentTable, isRetriable, openDatabase } from '../index.ts'
import { describePostgres } from '../testing/index.ts'

const notes = documentTable<{ text: string }>('notes')

describePostgres('a connection', (server) => {
  let url = ''
  let database: Database
  beforeEach(async () => {
    url = await server().createDatabase()
    database = await openDatabase({ url, migrations: notes.migrations })
  })
  afterEach(() => database.close())

  it('that is cut makes statements fail in a way that says to try again, and comes back by itself', async () => {
    await notes.insert(database, 'before', { text: 'kept' })
    await server().kill()

    const failure = await notes.insert(database, 'during', { text: 'lost' }).catch((error: unknown) => error)

    expect(isRetriable(failure)).toBe(true)
    expect(String(failure)).toContain('127.0.0.1')
    await server().start()
    await notes.insert(database, 'after', { text: 'kept' })
    expect((await notes.find(database, { order: 'id' })).items.map(({ id }) => id)).toEqual(['after', 'before'])
  })

  it('that is cut in the middle of a transaction undoes it', async () => {
    const failure = await database
      .transaction(async (tx) => {
        await notes.insert(tx, 'half', { text: 'never' })
        await server().kill()
        await notes.insert(tx, 'other half', { text: 'never' })
      })
      .catch((error: unknown) => error)

    expect(isRetriable(failure)).toBe(true)
    await server().start()
    expect(await notes.count(database)).toBe(0)
  })

  it('tells of what another replica notifies, also after it was cut', async () => {
    const other = await openDatabase({ url, migrations: notes.migrations })
    let heard = 0
    database.onChange('notes', () => heard++)
    await vi.waitFor(() => expect(heard).toBe(1), { timeout: 5_000 })

    await other.transaction((tx) => tx.notify('notes'))
    await vi.waitFor(() => expect(heard).toBe(2), { timeout: 5_000 })
    await server().kill()
    await server().start()
    // Something may have been missed meanwhile.
    await vi.waitFor(() => expect(heard).toBe(3), { timeout: 10_000 })
    await other.notify('notes')
    await vi.waitFor(() => expect(heard).toBe(4), { timeout: 5_000 })

    await other.close()
  })
})
