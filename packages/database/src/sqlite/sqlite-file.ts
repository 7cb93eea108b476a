import { DatabaseError, hasDatabaseReason } from '../errors.ts'
import type { Flush } from './flush-queue.ts'
import { GroupCommit } from './group-commit.ts'
import type { SqliteConnection, SqliteResult } from './sqlite-connection.ts'

/** Two connections to one file: what a transaction writes is not read by others until it ends. */
export interface SqliteConnections {
  readonly writer: SqliteConnection
  /** Refuses to write. */
  readonly reader: SqliteConnection
  /** Puts on disk what was committed. */
  readonly flush: Flush
  /** Ends what flushing needs. */
  close(): Promise<void>
}

/** A file that is written in groups and read beside. */
export class SqliteFile {
  readonly #connections: SqliteConnections
  readonly #group: GroupCommit
  #closed: Promise<void> | undefined

  constructor(connections: SqliteConnections) {
    this.#connections = connections
    this.#group = new GroupCommit(connections.writer, connections.flush)
  }

  /** What one caller sees. */
  session(): SqliteSession {
    return new SqliteSession(this.#connections, this.#group)
  }

  close(): Promise<void> {
    this.#closed ??= this.#close()
    return this.#closed
  }

  async #close(): Promise<void> {
    await this.#group.idle()
    this.#connections.reader.close()
    this.#connections.writer.close()
    await this.#connections.close()
  }
}

const READS = /^\s*select\b/i

/** What one caller sees: what is committed or about to be, until a transaction of their own begins. */
export class SqliteSession {
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

  /** Undoes what was written; after a commit that failed, nothing is left to undo. */
  rollback(): void {
    if (!this.#writing) return
    this.#writing = false
    this.#group.rollback(this.#failure ?? new DatabaseError('Busy', 'the transaction was rolled back by the database'))
  }

  async run(text: string, parameters: readonly unknown[]): Promise<SqliteResult> {
    if (this.#writing) return this.#write(text, parameters)
    if (READS.test(text)) return this.#read(text, parameters)
    return this.#group.write(() => this.#connections.writer.run(text, parameters))
  }

  /**
   * Reads what others have written, through the connection that wrote it unless somebody is at it: that has the pages at
   * hand, whereas every commit makes the reader fetch all of its pages again, which takes longer than to search them.
   */
  #read(text: string, parameters: readonly unknown[]): SqliteResult {
    const { writer, reader } = this.#connections
    if (this.#group.isTaken) return reader.run(text, parameters)
    try {
      return writer.run(text, parameters)
    } catch (error) {
      // The writer does not wait for other processes.
      if (hasDatabaseReason(error, 'Busy')) return reader.run(text, parameters)
      throw error
    }
  }

  #write(text: string, parameters: readonly unknown[]): SqliteResult {
    try {
      return this.#connections.writer.run(text, parameters)
    } catch (error) {
      this.#failure = error
      throw error
    }
  }
}
