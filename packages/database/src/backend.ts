import type { Dialect, Queryable } from './database.ts'

/** What takes statements: those that Kysely writes, and those that are written already. */
export type Statements = Pick<Queryable, 'kysely' | 'run'>

/** What the two databases do differently. */
export interface Backend extends Statements {
  readonly dialect: Dialect
  /** Runs `work` in a transaction, which is on disk when this resolves. */
  transaction<T>(work: (inner: Statements) => Promise<T>): Promise<T>
  /** Tells other processes; those in this one are told by us. */
  tellOthers(on: Statements, channel: string): Promise<void>
  /** Keeps other transactions from the lock until this one ends. */
  lock(on: Statements, name: string): Promise<void>
  /** Starts to hear other processes. */
  listen(): void
  close(): Promise<void>
}
