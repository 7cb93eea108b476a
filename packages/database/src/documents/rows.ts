import { sql } from 'kysely'
import type { Dialect, Queryable } from '../database.ts'
import { DatabaseError } from '../errors.ts'
import { jsonSql, type Sql } from '../search/json-sql.ts'
import { compileText } from '../sql-text.ts'
import type { Stored } from './document-table.ts'

/** A row as the database gives it. */
export interface Row {
  readonly id: string
  readonly version: number
  readonly created_at: number
  readonly updated_at: number
  readonly document: unknown
}

/** The columns of a row. */
export const columnsOf = ({ dialect }: Queryable): Sql =>
  sql`id, version, created_at, updated_at, ${jsonSql(dialect).selected} as document`

/** The columns of a row, as text. */
export const columnsText = (dialect: Dialect): string =>
  `id, version, created_at, updated_at, ${compileText(jsonSql(dialect).selected, dialect)} as document`

/** The row that the caller gets; the document is what was put in, so it has the type of the table. */
export const storedOf = <T>({ dialect }: Queryable, row: Row): Stored<T> => ({
  id: row.id,
  version: row.version,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  document: jsonSql(dialect).parse(row.document) as T,
})

/** A document as a parameter. PostgreSQL has no texts with NUL characters, so neither database takes them. */
export function documentText(document: unknown): string {
  const text = JSON.stringify(document)
  // The plain search is fast, and hardly ever finds anything; a backslash before the escape makes it none.
  if (text.includes('\\u0000') && /(?<!\\)(?:\\\\)*\\u0000/.test(text))
    throw new DatabaseError('Invalid', 'a text must not have NUL characters')
  return text
}
