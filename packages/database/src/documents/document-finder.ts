import { type RawBuilder, sql } from 'kysely'
import type { Dialect, Queryable } from '../database.ts'
import { type AttributeResolver, type Attributes, attributeResolver } from '../search/attributes.ts'
import { type SearchCompiler, searchCompiler } from '../search/compile.ts'
import type { Condition, Literal } from '../search/conditions.ts'
import type { Sql } from '../search/json-sql.ts'
import { parseOrder } from '../search/order.ts'
import { parseSearch } from '../search/parser.ts'
import type { DocumentTable, FindOptions } from './document-table.ts'
import { columnsOf, type Row, storedOf } from './rows.ts'

/** What every table can be searched by. */
const COLUMNS: Attributes = {
  id: { type: 'string', column: 'id' },
  created_at: { type: 'timestamp', column: 'created_at' },
  updated_at: { type: 'timestamp', column: 'updated_at' },
}

/** Searches a table. */
export function documentFinder<T>(
  table: string,
  attributes: Attributes,
  internal: Attributes,
): Pick<DocumentTable<T>, 'find' | 'count'> {
  const name = sql.table(table)
  const resolve = attributeResolver({ ...COLUMNS, ...attributes })
  const compilers = compilersOf(resolve)
  const callerCompilers = compilersOf(attributeResolver({ ...COLUMNS, ...attributes, ...internal }))

  const where = ({ dialect }: Queryable, options: FindOptions): Sql => {
    const searched = parseSearch(options.search ?? '')
    const conditions = [
      ...required(options.where ?? {}).map((condition) => callerCompilers[dialect].condition(condition)),
      ...(searched ? [compilers[dialect].condition(searched)] : []),
    ]
    return conditions.length === 0 ? sql`` : sql`where ${sql.join(conditions, sql` and `)}`
  }

  const orderBy = (on: Queryable, order: string): RawBuilder<unknown> => {
    const terms = parseOrder(order, resolve).map(({ attribute, descending }) => {
      const value = compilers[on.dialect].value(attribute)
      return descending ? sql`${value} desc nulls last` : sql`${value} asc nulls last`
    })
    return sql.join([...terms, sql.raw('created_at'), sql.raw('id')])
  }

  const countWhere = async (on: Queryable, condition: Sql): Promise<number> => {
    const { rows } = await sql<{ total: number }>`select count(*) as total from ${name} ${condition}`.execute(on.kysely)
    return rows[0]!.total
  }

  const rowsOf = async (on: Queryable, condition: Sql, order: Sql, size: number | undefined, skipped: number) => {
    // Sorting ids takes a fifth of the time of sorting documents.
    const page = sql`where id in (select id from ${name} ${condition} order by ${order} limit ${size} offset ${skipped})`
    const chosen = size === undefined ? condition : page
    const { rows } = await sql<Row>`select ${columnsOf(on)} from ${name} ${chosen} order by ${order}`.execute(on.kysely)
    return rows
  }

  return {
    count: (on, options = {}) => countWhere(on, where(on, options)),
    find: async (on, options = {}) => {
      const condition = where(on, options)
      const order = orderBy(on, options.order ?? '')
      const { page = 1, size } = options
      const skipped = size === undefined ? 0 : (page - 1) * size
      // One more than asked for: where there is none, the page is the last one and its end the total.
      const wanted = size === undefined || size === 0 ? size : size + 1
      const rows = wanted === 0 ? [] : await rowsOf(on, condition, order, wanted, skipped)
      const isLast = wanted === undefined || (rows.length > 0 && rows.length < wanted)
      const total = isLast ? skipped + rows.length : await countWhere(on, condition)
      return { items: rows.slice(0, size).map((row) => storedOf<T>(on, row)), total }
    },
  }
}

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
