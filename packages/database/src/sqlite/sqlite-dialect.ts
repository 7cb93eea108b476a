import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { DatabaseError } from '../errors.ts'
import type { SqliteSession } from './sqlite-file.ts'

/** Kysely's dialect for sessions of a file, which others open and close. */
export const sqliteDialect = (session: () => SqliteSession): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new SessionDriver(session),
  createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

class SessionDriver implements Driver {
  readonly #session: () => SqliteSession

  constructor(session: () => SqliteSession) {
    this.#session = session
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new SessionConnection(this.#session())
  }

  async beginTransaction(): Promise<void> {
    throw new DatabaseError('Failed', 'transactions are begun by the database, not by Kysely')
  }

  async commitTransaction(): Promise<void> {}

  async rollbackTransaction(): Promise<void> {}

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {}
}

class SessionConnection implements DatabaseConnection {
  readonly #session: SqliteSession

  constructor(session: SqliteSession) {
    this.#session = session
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, changes } = await this.#session.run(sql, parameters)
    // Rows have the type that the caller's query says they have, as with every driver of Kysely.
    return { rows: rows as R[], numAffectedRows: BigInt(changes) }
  }

  // biome-ignore lint/correctness/useYield: what is read at once has nothing to stream.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new DatabaseError('Failed', 'streaming is not supported: read a page at a time')
  }
}
