import type { Clock, Logger } from '@skep/base'
import type { Kysely } from 'kysely'
import type { Migration } from './migrations.ts'

/** Which SQL is spoken. */
export type Dialect = 'sqlite' | 'postgres'

/** Any table with any columns: what is in a table is known to the module that defines it. */
// biome-ignore lint/suspicious/noExplicitAny: Kysely's own type for tables that are not known beforehand.
export type AnyTables = any

/** What a statement gave. */
export interface StatementResult<R> {
  readonly rows: readonly R[]
  /** How many rows it changed, unless it returned them. */
  readonly changes: number
}

/** Something that statements can be sent to: a database, or a transaction of it. */
export interface Queryable {
  /** Kysely, for statements of the caller's own; `sql` of the package `kysely` works too. */
  readonly kysely: Kysely<AnyTables>
  readonly dialect: Dialect
  /** Runs a statement that is written already, for those that run very often: `statement` writes them. */
  run<R>(text: string, parameters: readonly unknown[]): Promise<StatementResult<R>>
  /** Time for columns such as `created_at`, in whole milliseconds since the Unix epoch. */
  now(): number
  /** Wakes those who listen to the channel, here and in other replicas; of a transaction, once it is committed. */
  notify(channel: string): Promise<void>
}

/** Statements that happen together or not at all. */
export interface Transaction extends Queryable {
  readonly inTransaction: true
  /** Waits until no other transaction holds the lock of this name, in any replica, and holds it until this one ends. */
  lock(name: string): Promise<void>
}

/** An open database. Every failure is a `DatabaseError`; one that is worth repeating says so (`isRetriable`). */
export interface Database extends Queryable {
  readonly inTransaction: false
  /** Where it is, without a password. */
  readonly description: string
  /** Runs `fn` in a transaction, which is on disk when this resolves. Do not wait for anything but the database inside. */
  transaction<T>(fn: (tx: Transaction) => Promise<T>): Promise<T>
  /** Calls `listener` after every `notify` on the channel (several may become one), and when some may have been missed. */
  onChange(channel: string, listener: () => void): () => void
  /** Rejects when the database does not answer, for readiness. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Which database to open, and how. */
export interface OpenDatabaseOptions {
  /** `sqlite:PATH`, `sqlite::memory:` or `postgres://USER:PASSWORD@HOST:PORT/NAME`. */
  url: string
  /** Brought up to date before this resolves; none unless given. */
  migrations?: readonly Migration[]
  /** Silent unless given. */
  log?: Logger
  /** `realClock` unless given. A virtual clock waits for statements under way. */
  clock?: Clock
  /** Connections to PostgreSQL at the same time, beside the one that listens; 10 unless given. */
  maxConnections?: number
}
