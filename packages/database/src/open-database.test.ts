import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Database, describeUrl, documentTable, type Migration, migrateDatabase, openDatabase } from './index.ts'
import { describeDatabases } from './testing/index.ts'

const notes = documentTable<{ text: string }>('notes')

const step = (name: string, statement: string): Migration => ({
  name,
  statements: { sqlite: [statement], postgres: [statement] },
})

describe('the URL of a database', () => {
  it('is shown without its password', () => {
    expect(describeUrl('postgres://me:pa%40ss@db.example.com:5432/skep?sslpassword=x')).toBe(
      'postgres://me:***@db.example.com:5432/skep?sslpassword=***',
    )
    expect(describeUrl('sqlite:/data/skep.db')).toBe('sqlite:/data/skep.db')
  })

  it.each([
    [
      'mysql://me:secret@db',
      'mysql://me:***@db is not the URL of a database: it must begin with sqlite: or postgres://',
    ],
    ['sqlite:', 'sqlite: is not the URL of a database: the path is missing'],
  ])('is refused: %s', async (url, message) => {
    await expect(openDatabase({ url })).rejects.toThrow(message)
  })

  it('names a file that only its owner may read', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'skep-sqlite-'))
    const path = join(folder, 'new.db')

    const database = await openDatabase({ url: `sqlite:${path}`, migrations: notes.migrations })

    expect(readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777])).toEqual([
      ['new.db', 0o600],
      ['new.db-shm', 0o600],
      ['new.db-wal', 0o600],
    ])
    await database.close()
    rmSync(folder, { recursive: true })
  })

  it('never appears with its password when a connection fails', async () => {
    const url = 'postgres://me:secret@127.0.0.1:1/skep'

    const failure = await openDatabase({ url, migrations: notes.migrations }).catch((error: unknown) => error)

    expect(failure).toMatchObject({ reason: 'Unavailable' })
    expect(String(failure)).toContain('postgres://me:***@127.0.0.1:1/skep')
    expect(String(failure)).not.toContain('secret')
  })
})

describeDatabases('a database', ({ createUrl }) => {
  let url = ''
  let database: Database
  beforeEach(async () => {
    url = await createUrl()
    database = await openDatabase({ url, migrations: notes.migrations })
  })
  afterEach(() => database.close())

  it('undoes a transaction that throws, and others beside it stay', async () => {
    const failing = database.transaction(async (tx) => {
      await notes.insert(tx, 'a', { text: 'first' })
      throw new Error('changed my mind')
    })
    const others = [1, 2, 3].map((index) =>
      database.transaction((tx) => notes.insert(tx, `other-${index}`, { text: 'stays' })),
    )

    await expect(failing).rejects.toThrow('changed my mind')
    await Promise.all(others)
    expect(await notes.count(database)).toBe(3)
  })

  it('shows nobody what is not committed', async () => {
    await database.transaction(async (tx) => {
      await notes.insert(tx, 'a', { text: 'not yet' })

      expect(await notes.get(database, 'a')).toBeUndefined()
      expect(await notes.get(tx, 'a')).toBeDefined()
    })

    expect(await notes.get(database, 'a')).toBeDefined()
  })

  it('goes on after a statement that failed', async () => {
    await expect(sql`insert into nowhere values (1)`.execute(database.kysely)).rejects.toMatchObject({
      reason: 'Failed',
    })
    await expect(
      database.transaction(async (tx) => {
        await notes.insert(tx, 'a', { text: 'first' })
        await notes.insert(tx, 'a', { text: 'second' })
      }),
    ).rejects.toMatchObject({ reason: 'Duplicate' })

    await notes.insert(database, 'a', { text: 'third' })
    expect(await notes.get(database, 'a')).toMatchObject({ document: { text: 'third' } })
  })

  it('tells listeners of a transaction once it is committed, and of none that was not', async () => {
    const heard: string[] = []
    database.onChange('notes', () => heard.push('notes'))
    // PostgreSQL tells all listeners once, when it begins to listen itself.
    if (url.startsWith('postgres')) await vi.waitFor(() => expect(heard).toEqual(['notes']))
    heard.length = 0

    await database.transaction(async (tx) => {
      await tx.notify('notes')
      await tx.notify('notes')
      expect(heard).toEqual([])
    })
    await database.transaction((tx) => tx.notify('notes').then(() => Promise.reject(new Error('no')))).catch(() => {})

    expect(heard.length).toBeGreaterThan(0)
  })

  it('keeps what was committed when it is closed', async () => {
    await notes.insert(database, 'a', { text: 'kept' })
    await database.close()

    database = await openDatabase({ url, migrations: notes.migrations })

    expect(await notes.get(database, 'a')).toMatchObject({ document: { text: 'kept' } })
  })

  it('lets one transaction at a time have a lock, in any replica', async () => {
    const url = await createUrl()
    const replicas = [await openDatabase({ url }), await openDatabase({ url })]
    const events: string[] = []
    const work = (replica: Database, name: string) =>
      replica.transaction(async (tx) => {
        await tx.lock('the lock')
        events.push(`${name} in`)
        await sql`select 1`.execute(tx.kysely)
        events.push(`${name} out`)
      })

    await Promise.all(replicas.map((replica, index) => work(replica, `r${index}`)))

    const [first = '', second = ''] = events.map((event) => event.slice(0, 2)).filter((_, index) => index % 2 === 0)
    expect(events).toEqual([`${first} in`, `${first} out`, `${second} in`, `${second} out`])
    for (const replica of replicas) await replica.close()
  })

  it('lets two replicas write at the same time', async () => {
    const other = await openDatabase({ url, migrations: notes.migrations })
    const write = (to: Database, prefix: string) =>
      Promise.all(Array.from({ length: 20 }, (_, index) => notes.insert(to, `${prefix}${index}`, { text: 'x' })))

    await Promise.all([write(database, 'a'), write(other, 'b')])

    expect(await notes.count(other)).toBe(40)
    await other.close()
  })
})

describeDatabases('migrations', ({ createUrl }) => {
  const first = step('first', 'create table first (id integer)')
  const second = step('second', 'create table second (id integer)')

  it('run once, in order, and say which did', async () => {
    const url = await createUrl()

    expect(await migrateDatabase({ url, migrations: [first] })).toEqual(['first'])
    expect(await migrateDatabase({ url, migrations: [first, second] })).toEqual(['second'])
    expect(await migrateDatabase({ url, migrations: [first, second] })).toEqual([])
  })

  it('run once when several replicas start at once', async () => {
    const url = await createUrl()

    const done = await Promise.all([1, 2, 3, 4].map(() => migrateDatabase({ url, migrations: [first, second] })))

    expect(done.flat().sort()).toEqual(['first', 'second'])
  })

  it('leave nothing behind when one fails', async () => {
    const url = await createUrl()
    const broken: Migration = {
      name: 'broken',
      statements: {
        sqlite: ['create table half (id integer)', 'nonsense'],
        postgres: ['create table half (id integer)', 'nonsense'],
      },
    }

    await expect(migrateDatabase({ url, migrations: [first, broken] })).rejects.toThrow('nonsense')

    const mended = step('broken', 'create table half (id integer)')
    expect(await migrateDatabase({ url, migrations: [first, mended] })).toEqual(['broken'])
  })

  it('refuse a database of a newer version', async () => {
    const url = await createUrl()
    await migrateDatabase({ url, migrations: [first, second] })

    await expect(openDatabase({ url, migrations: [first] })).rejects.toThrow(
      "has the migration 'second', which this version does not know: a newer version has used it",
    )
  })

  it('refuse to go on from other statements than those that ran', async () => {
    const url = await createUrl()
    await migrateDatabase({ url, migrations: [first] })

    await expect(openDatabase({ url, migrations: [step('first', 'create table other (id integer)')] })).rejects.toThrow(
      "was migrated by another 'first' than the one in this version",
    )
  })
})
