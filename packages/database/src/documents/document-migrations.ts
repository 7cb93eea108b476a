import { sql } from 'kysely'
import type { Dialect } from '../database.ts'
import type { Migration } from '../migrations.ts'
import { groupsOf } from '../search/attributes.ts'
import { presentText } from '../search/compile.ts'
import { type JsonPlace, jsonSql, type Sql } from '../search/json-sql.ts'
import { compileText } from '../sql-text.ts'

const DOCUMENT = sql.raw('document')

/** Makes a table of documents. */
export const tableMigration = (table: string): Migration => ({
  name: `${table}: table`,
  statements: {
    sqlite: [createTable(table, 'text', 'blob'), createdIndex(table)],
    postgres: [createTable(table, 'text collate "C"', 'jsonb'), createdIndex(table)],
  },
})

const createTable = (table: string, textType: string, jsonType: string): string =>
  `create table ${table} (id ${textType} primary key, version integer not null, created_at bigint not null, ` +
  `updated_at bigint not null, document ${jsonType} not null)`

const createdIndex = (table: string): string => `create index ${table}_created on ${table} (created_at, id)`

/** Makes searches by one attribute fast. */
export const indexMigration = (table: string, path: string): Migration => indexOn(table, path, presentAt)

/** Makes searches by ranges of a number fast. */
export const numberIndexMigration = (table: string, path: string): Migration => indexOn(table, path, numberAt)

function indexOn(table: string, path: string, expressionAt: (dialect: Dialect, path: string) => string): Migration {
  const statement = (dialect: Dialect): string =>
    `create index ${indexName(table, path)} on ${table} (${expressionAt(dialect, path)})`
  return {
    name: `${table}: index ${path}`,
    statements: { sqlite: [statement('sqlite')], postgres: [statement('postgres')] },
  }
}

/** Makes searches by several attributes at once fast, in the usual order of results: a page is read without the rest. */
export function pageIndexMigration(table: string, paths: readonly string[]): Migration {
  const name = `${indexName(table, paths.join('.'))}_created`
  const statement = (dialect: Dialect): string =>
    `create index ${name} on ${table} (${paths.map((path) => presentAt(dialect, path)).join(', ')}, created_at, id)`
  return {
    name: `${table}: index ${paths.join(', ')} by creation`,
    statements: { sqlite: [statement('sqlite')], postgres: [statement('postgres')] },
  }
}

const presentAt = (dialect: Dialect, path: string): string =>
  `(${compileText(presentText(jsonSql(dialect), textAt(dialect, path)), dialect)})`

const numberAt = (dialect: Dialect, path: string): string =>
  `(${compileText(jsonSql(dialect).number(DOCUMENT, placeOf(path)), dialect)})`

/** Makes sure that no two documents share these attributes. */
export function uniqueMigration(table: string, name: string, paths: readonly string[]): Migration {
  const statement = (dialect: Dialect): string => {
    const expressions = paths.map((path) => `(${compileText(textAt(dialect, path), dialect)})`)
    return `create unique index ${name} on ${table} (${expressions.join(', ')})`
  }
  return {
    name: `${table}: unique ${name}`,
    statements: { sqlite: [statement('sqlite')], postgres: [statement('postgres')] },
  }
}

const textAt = (dialect: Dialect, path: string): Sql => jsonSql(dialect).text(DOCUMENT, placeOf(path))

function placeOf(path: string): JsonPlace {
  const [names, ...more] = groupsOf(path)
  if (more.length > 0) throw new Error(`there can be no index on '${path}': it has several values`)
  return { names: names! }
}

const indexName = (table: string, path: string): string => `${table}_${path.replaceAll('.', '_')}`
