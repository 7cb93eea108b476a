import { type RawBuilder, sql } from 'kysely'
import type { Dialect } from '../database.ts'

/** A piece of SQL with its parameters. */
export type Sql = RawBuilder<unknown>

/** A place in a JSON value: names, then perhaps a key that a user chose. */
export interface JsonPlace {
  readonly names: readonly string[]
  readonly key?: string | undefined
}

/** What the two databases write differently about JSON. Everything is null where the place is absent. */
export interface JsonSql {
  /** What stands for a document that is a parameter. */
  readonly parameter: string
  /** The document column as what `parse` understands. */
  readonly selected: Sql
  parse(selected: unknown): unknown
  /** The value as text. Written the same way every time, so that an index on it is recognized. */
  text(value: Sql, place: JsonPlace): Sql
  number(value: Sql, place: JsonPlace): Sql
  boolean(value: Sql, place: JsonPlace): Sql
  /** Milliseconds since the Unix epoch. */
  instant(value: Sql, place: JsonPlace): Sql
  /** A table of the elements of an array, called `alias`; one null when there are none. */
  elements(value: Sql, place: JsonPlace, alias: string): Sql
  /** The element in a row of that table: itself, or what names can be followed through. */
  element(alias: string, use: 'scalar' | 'object'): Sql
  /** A text that compares by code point, in whatever locale. */
  ordered(text: Sql): Sql
  /** Texts as a table of one column, however many there are. */
  listed(texts: readonly string[]): Sql
  /** `%` stands for any run and `_` for one character; there is no escape. */
  like(text: Sql, pattern: string, ignoreCase: boolean): Sql
}

/** The way this database writes JSON. */
export const jsonSql = (dialect: Dialect): JsonSql => (dialect === 'sqlite' ? sqliteJson : postgresJson)

const isEmpty = ({ names, key }: JsonPlace): boolean => names.length === 0 && key === undefined

/** The names come from the program and are checked to be letters, digits and underscores; a key is a parameter. */
function sqlitePath({ names, key }: JsonPlace): Sql {
  const path = `$${names.map((name) => `.${name}`).join('')}`
  return key === undefined ? sql.raw(`'${path}'`) : sql`${`${path}."${key}"`}`
}

const sqliteText = (value: Sql, place: JsonPlace): Sql =>
  isEmpty(place) ? value : sql`${value} ->> ${sqlitePath(place)}`

const sqliteJson: JsonSql = {
  parameter: 'jsonb(?)',
  selected: sql`json(document)`,
  // The column is what `parameter` wrote.
  parse: (selected) => JSON.parse(selected as string),
  text: sqliteText,
  number: sqliteText,
  boolean: sqliteText,
  instant: (value, place) => sql`cast(round(unixepoch(${sqliteText(value, place)}, 'subsec') * 1000) as integer)`,
  elements: (value, place, alias) => sql`json_each(case when json_array_length(${value}, ${sqlitePath(place)}) > 0
    then json_extract(${value}, ${sqlitePath(place)}) else '[null]' end) as ${sql.raw(alias)}`,
  // A text is not JSON, so it must not be looked into.
  element: (alias, use) =>
    sql.raw(use === 'scalar' ? `${alias}.value` : `(case when ${alias}.type = 'object' then ${alias}.value end)`),
  ordered: (text) => text,
  listed: (texts) => sql`select value from json_each(${JSON.stringify(texts)})`,
  // SQLite's LIKE ignores case and its GLOB does not.
  like: (text, pattern, ignoreCase) =>
    ignoreCase ? sql`${text} like ${pattern}` : sql`${text} glob ${globOf(pattern)}`,
}

const GLOBS: Readonly<Record<string, string>> = { '%': '*', _: '?', '*': '[*]', '?': '[?]', '[': '[[]' }

const globOf = (pattern: string): string => pattern.replace(/[%_*?[]/g, (char) => GLOBS[char]!)

function postgresPath({ names, key }: JsonPlace): Sql {
  if (key === undefined) return sql.raw(`'{${names.join(',')}}'`)
  return sql`${[...names, key]}::text[]`
}

const postgresText = (value: Sql, place: JsonPlace): Sql => sql`${value} #>> ${postgresPath(place)}`

const postgresValue = (value: Sql, place: JsonPlace): Sql => sql`(${value} #> ${postgresPath(place)})`

const postgresJson: JsonSql = {
  parameter: '?::jsonb',
  selected: sql`document`,
  parse: (selected) => selected,
  text: postgresText,
  number: (value, place) => sql`case when jsonb_typeof${postgresValue(value, place)} = 'number'
    then (${postgresText(value, place)})::numeric end`,
  boolean: (value, place) => sql`(${postgresText(value, place)}) = 'true'`,
  instant: (value, place) => sql`case when ${postgresText(value, place)} ~ '^\\d{4}-\\d\\d-\\d\\d[Tt ]'
    then round(extract(epoch from (${postgresText(value, place)})::timestamptz) * 1000) end`,
  elements: (
    value,
    place,
    alias,
  ) => sql`jsonb_array_elements(case when jsonb_typeof${postgresValue(value, place)} = 'array'
    and ${postgresValue(value, place)} <> '[]' then ${postgresValue(value, place)} else '[null]' end)
    as ${sql.raw(alias)} (element)`,
  element: (alias) => sql.raw(`${alias}.element`),
  ordered: (text) => sql`${text} collate "C"`,
  listed: (texts) => sql`select unnest(${[...texts]}::text[])`,
  like: (text, pattern, ignoreCase) =>
    ignoreCase ? sql`${text} ilike ${pattern} escape ''` : sql`${text} like ${pattern} escape ''`,
}
