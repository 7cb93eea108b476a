import type { Dialect } from './database.ts'

/**
 * One step from an older database to a newer one. Its statements are what is remembered of it, so they never change once
 * released: a further change is a further migration.
 */
export interface Migration {
  readonly name: string
  readonly statements: Readonly<Record<Dialect, readonly string[]>>
}
