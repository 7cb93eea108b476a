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
import { DatabaseError, hasDatabaseReason } from '../errors.ts'
import type { Flush } from './flush-queue.ts'
import { GroupCommit } from './group-commit.ts'
import type { SqliteConnection, SqliteResult } from './sqlite-connection.ts'

/** Two connections to one file: what is being written is not read until it is committed. */
export interface SqliteConnections {
  readonly writer: SqliteConnection
  /** Refuses to write. */
  readonly reader: SqliteConnection
  /** Puts on disk what was committed. */
  readonly flush: Flush
  /** Ends what flushing needs. */
  close(): Promise<void>
}

/** Kysely's dialect for a file that is written in groups and read beside. */
export const sqliteDialect = (connections: SqliteConnections): Dialect => ({
  createAdapter: () => new SqliteAdapter(),
  createDriver: () => new SqliteGroupDriver(connections),
  createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})

class SqliteGroupDriver implements Driver {
  readonly #connections: SqliteConnections
  readonly #group: GroupCommit

  constructor(connections: SqliteConnections) {
    this.#connections = connections
    this.#group = new GroupCommit(connections.writer, connections.flush)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new Session(this.#connections, this.#group)
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Session).begin()
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as Session).commit()
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    ;(connection as Session).rollback()
  }

  async releaseConnection(): Promise<void> {}

  async destroy(): Promise<void> {
    await this.#group.idle()
    this.#connections.reader.close()
    this.#connections.writer.close()
    await this.#connections.close()
  }
}

const READS = /^\s*select\b/i

/** What one caller sees: what is committed, until a transaction of their own begins. */
class Session implements DatabaseConnection {
  readonly #connections: SqliteConnections
  readonly #group: GroupCommit
  #writing = false
  #failure: unknown

  constructor(connections: SqliteConnections, group: GroupCommit) {
    this.#connections = connections
    this.#group = group
  }

  async begin(): Promise<void> {
    await this.#group.begin()
    this.#writing = true
  }

  async commit(): Promise<void> {
    const committed = this.#group.commit()
    this.#writing = false
    await committed
  }

  rollback(): void {
    // Kysely also rolls back after a commit that failed, when nothing is left to undo.
    if (!this.#writing) return
    this.#writing = false
    this.#group.rollback(this.#failure ?? new DatabaseError('Busy', 'the transaction was rolled back by the database'))
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#writing) return this.#write(query)
    if (READS.test(query.sql)) return toResult(this.#read(query))
    return this.#group.write(() => toResult(this.#connections.writer.run(query.sql, query.parameters)))
  }

  // biome-ignore lint/correctness/useYield: what is read at once has nothing to stream.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new DatabaseError('Failed', 'streaming is not supported: read a page at a time')
  }

  /**
   * Reads what is committed. While nothing is being written, the writer does: it has the pages at hand, whereas every
   * commit makes the reader fetch all of its pages again, which takes longer than to search them.
   */
  #read({ sql, parameters }: CompiledQuery): SqliteResult {
    const { writer, reader } = this.#connections
    if (writer.inTransaction) return reader.run(sql, parameters)
    try {
      return writer.run(sql, parameters)
    } catch (error) {
      // The writer does not wait for other processes.
      if (hasDatabaseReason(error, 'Busy')) return reader.run(sql, parameters)
      throw error
    }
  }

  #write<R>(query: CompiledQuery): QueryResult<R> {
    try {
      return toResult(this.#connections.writer.run(query.sql, query.parameters))
    } catch (error) {
      this.#failure = error
      throw error
    }
  }
}

/** Rows have the type that the caller's query says they have, as with every driver of Kysely. */
const toResult = <R>({ rows, changes }: { rows: Record<string, unknown>[]; changes: number }): QueryResult<R> => ({
  rows: rows as R[],
  numAffectedRows: BigInt(changes),
})
