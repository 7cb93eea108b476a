import { type RawBuilder, sql } from 'kysely'
import type { Dialect, Queryable } from '../database.ts'
import { type AttributeResolver, type Attributes, attributeResolver } from '../search/attributes.ts'
import { type SearchCompiler, searchCompiler } from '../search/compile.ts'
import { type AttributeName, attributesIn, type Condition, type Literal } from '../search/conditions.ts'
import type { Sql } from '../search/json-sql.ts'
import { parseOrder } from '../search/order.ts'
import { parseSearch } from '../search/parser.ts'
import { hasPatterns, resolvePatterns } from '../search/patterns.ts'
import type { FindOptions } from './document-table.ts'

/** What every table can be searched by. */
const COLUMNS: Attributes = {
  id: { type: 'string', column: 'id' },
  created_at: { type: 'timestamp', column: 'created_at' },
  updated_at: { type: 'timestamp', column: 'updated_at' },
}

/** What is searched of a table. */
export interface QueriedTable {
  readonly attributes: Attributes
  readonly internal: Attributes
  /** Attributes that have an index. */
  readonly indexed: readonly string[]
  /** Numbers that have an index. */
  readonly numberIndexed: readonly string[]
}

/** Which documents are wanted, as SQL. */
export interface DocumentFilter {
  /** A WHERE clause, or nothing. */
  readonly where: Sql
  /** Documents must be looked into, one after the other: there is no index on some of what is asked. */
  readonly scans: boolean
  /** An index gives a range of numbers, which very many documents may be in. */
  readonly ranges: boolean
}

/** Turns what callers and users ask for into SQL for one table. */
export interface DocumentQueries {
  filter(on: Queryable, options: FindOptions): Promise<DocumentFilter>
  /** The terms of an ORDER BY, which leave no two documents in the same place. */
  order(on: Queryable, order: string | undefined): RawBuilder<unknown>
}

export function documentQueries(table: string, queried: QueriedTable): DocumentQueries {
  const { attributes, internal, indexed, numberIndexed } = queried
  const resolve = attributeResolver({ ...COLUMNS, ...attributes })
  const compilers = compilersOf(resolve)
  const callerCompilers = compilersOf(attributeResolver({ ...COLUMNS, ...attributes, ...internal }))
  const cheap = new Set([...Object.keys(COLUMNS), ...indexed, ...numberIndexed])

  /** All texts that an attribute has in the documents that the caller may see. */
  const textsWhere = (on: Queryable, compiler: SearchCompiler, own: readonly Sql[]) => async (name: AttributeName) => {
    const { text, tables } = compiler.texts(name)
    const seen = sql`(select * from ${sql.table(table)} ${whereAll(own)}) as seen`
    const query = sql<{ text: string }>`select distinct ${text} as text from ${sql.join([seen, ...tables])}`
    return (await query.execute(on.kysely)).rows.map((row) => row.text)
  }

  return {
    filter: async (on, options) => {
      const { dialect } = on
      const asked = parseSearch(options.search ?? '')
      const wanted = required(options.where ?? {})
      const own = wanted.map((condition) => callerCompilers[dialect].condition(condition))
      const searched =
        asked && hasPatterns(asked) ? await resolvePatterns(asked, textsWhere(on, compilers[dialect], own)) : asked
      const conditions = [...own, ...(searched ? [compilers[dialect].condition(searched)] : [])]
      const names = [...wanted, ...(searched ? [searched] : [])].flatMap(attributesIn)
      return {
        where: whereAll(conditions),
        scans: names.some((name) => !cheap.has(name)),
        ranges: names.some((name) => numberIndexed.includes(name)),
      }
    },
    order: ({ dialect }, order = '') => {
      const terms = parseOrder(order, resolve).map(({ attribute, descending }) => {
        const value = compilers[dialect].value(attribute)
        return descending ? sql`${value} desc nulls last` : sql`${value} asc nulls last`
      })
      return sql.join([...terms, sql.raw('created_at'), sql.raw('id')])
    },
  }
}

const whereAll = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`

const compilersOf = (resolve: AttributeResolver): Record<Dialect, SearchCompiler> => ({
  sqlite: searchCompiler('sqlite', resolve),
  postgres: searchCompiler('postgres', resolve),
})

/** The conditions of the caller, in the form of those of the user. */
const required = (values: NonNullable<FindOptions['where']>): Condition[] =>
  Object.entries(values).map(([name, value]) => ({
    kind: 'test',
    attribute: { name, offset: 0 },
    test: { kind: 'compare', operator: '=', value: literalOf(value) },
    negated: false,
  }))

const literalOf = (value: string | number | boolean): Literal => ({
  // `typeof` these three gives just these three.
  type: typeof value as Literal['type'],
  text: String(value),
  offset: 0,
})
