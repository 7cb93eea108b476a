import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { AnyTables, Dialect } from './database.ts'
import type { Sql } from './search/json-sql.ts'

/** Kysely without a database, to write statements with. */
const WRITERS: Record<Dialect, Kysely<AnyTables>> = {
  sqlite: new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  }),
  postgres: new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  }),
}

/** A statement as the database takes it. */
export function compileStatement(statement: Sql, dialect: Dialect): { text: string; parameters: readonly unknown[] } {
  const { sql, parameters } = statement.compile(WRITERS[dialect])
  return { text: sql, parameters }
}

/** The text of a piece of SQL that has no parameters. */
export function compileText(piece: Sql, dialect: Dialect): string {
  const { text, parameters } = compileStatement(piece, dialect)
  if (parameters.length > 0) throw new Error(`a statement of a migration has parameters: ${text}`)
  return text
}
