import type { Clock } from '@skep/base'
import { Kysely } from 'kysely'
import type { Backend, Statements } from '../backend.ts'
import type { AnyTables, Queryable, StatementResult } from '../database.ts'
import { wrapDialect } from '../wrap-driver.ts'
import { openSqlite } from './open-sqlite.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { sqliteError } from './sqlite-errors.ts'
import { SqliteFile, type SqliteSession } from './sqlite-file.ts'

/** A database in a file of SQLite. Virtual time waits for it. */
export function sqliteBackend(path: string, clock: Clock): Backend {
  const file = new SqliteFile(openSqlite(path))
  const kyselyOn = (session: () => SqliteSession) =>
    new Kysely<AnyTables>({
      dialect: wrapDialect(sqliteDialect(session), { clock, translate: (error) => sqliteError(error) }),
    })
  const kysely = kyselyOn(() => file.session())
  return {
    dialect: 'sqlite',
    kysely,
    run: (text, parameters) => holding(clock, () => runOn(file.session())(text, parameters)),
    transaction: (work) =>
      holding(clock, () => {
        const session = file.session()
        return transact(session, () => work(statementsOn(session, () => kyselyOn(() => session))))
      }),
    // Other processes that share the file look for work from time to time.
    tellOthers: async () => undefined,
    // Transactions write one after the other anyway.
    lock: async () => undefined,
    listen: () => undefined,
    close: async () => {
      await kysely.destroy()
      await file.close()
    },
  }
}

async function holding<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  const release = clock.hold()
  try {
    return await work()
  } finally {
    release()
  }
}

async function transact<T>(session: SqliteSession, work: () => Promise<T>): Promise<T> {
  await session.begin()
  try {
    const result = await work()
    await session.commit()
    return result
  } catch (error) {
    session.rollback()
    throw error
  }
}

/** Few transactions have a use for Kysely, and it takes longer to make than many a transaction. */
function statementsOn(session: SqliteSession, makeKysely: () => Kysely<AnyTables>): Statements {
  let made: Kysely<AnyTables> | undefined
  return {
    run: runOn(session),
    get kysely() {
      made ??= makeKysely()
      return made
    },
  }
}

const runOn =
  (session: SqliteSession): Queryable['run'] =>
  <R>(text: string, parameters: readonly unknown[]) =>
    // Rows have the type that the caller's statement says they have.
    session.run(text, parameters) as Promise<StatementResult<R>>
