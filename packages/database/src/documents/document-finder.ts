import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { Queryable } from '../database.ts'
import type { Sql } from '../search/json-sql.ts'
import { compileStatement } from '../sql-text.ts'
import { documentQueries, type QueriedTable } from './document-query.ts'
import type { DocumentTable, Edition, FindOptions } from './document-table.ts'
import { columnsOf, type Row, storedOf } from './rows.ts'

/** The columns of an edition, as the database gives them. */
type EditionRow = Pick<Row, 'id' | 'version' | 'created_at'>

const EDITION = sql.raw('id, version, created_at')

/** So many documents for each one that is asked for are looked into before all are. */
const NEAR = 5
/** A look at more of them would be about as long as one at all. */
const MAX_NEAR = 1_000

/** Part of all documents in order. */
interface Page {
  readonly where: Sql
  readonly order: Sql
  /** The order is that of creation. */
  readonly isUsualOrder: boolean
  readonly size: number
  readonly skipped: number
}

interface FoundEditions {
  readonly items: readonly Edition[]
  readonly total: number
}

/** Searches a table. */
export function documentFinder<T>(
  table: string,
  queried: QueriedTable,
  { getMany }: Pick<DocumentTable<T>, 'getMany'>,
): Pick<DocumentTable<T>, 'find' | 'findEditions' | 'count'> {
  const name = sql.table(table)
  const queries = documentQueries(table, queried)

  const countWhere = async (on: Queryable, where: Sql): Promise<number> => {
    const { rows } = await sql<{ total: number }>`select count(*) as total from ${name} ${where}`.execute(on.kysely)
    return rows[0]!.total
  }

  /** Finds the page with the help of an index, and counts with the help of an index. */
  const indexedPage = async (on: Queryable, { where, order, size, skipped }: Page): Promise<FoundEditions> => {
    // One more than asked for: where there is none, the page is the last one and its end the total.
    const { rows } = await sql<EditionRow>`select ${EDITION} from ${name} ${where}
      order by ${order} limit ${size + 1} offset ${skipped}`.execute(on.kysely)
    const isLast = rows.length > 0 && rows.length <= size
    const total = isLast ? skipped + rows.length : await countWhere(on, where)
    return { items: rows.slice(0, size).map(editionOf), total }
  }

  /** The page where so many documents match that the first few have it; undefined where they do not. */
  const nearPage = async (on: Queryable, page: Page): Promise<FoundEditions | undefined> => {
    const { where, order, isUsualOrder, size, skipped } = page
    const near = (skipped + size) * NEAR
    if (!isUsualOrder || near > MAX_NEAR) return undefined
    const { rows } = await sql<EditionRow>`select ${EDITION} from
      (select * from ${name} order by ${order} limit ${near}) as near ${where}
      order by ${order} limit ${size} offset ${skipped}`.execute(on.kysely)
    return rows.length < size ? undefined : { items: rows.map(editionOf), total: await countWhere(on, where) }
  }

  /** Finds and counts in one statement: to look into documents is what takes time, so that it is done once. */
  const scannedPage = async (on: Queryable, page: Page): Promise<FoundEditions> => {
    // Where very many match, it would take as long again to remember them all.
    const near = await nearPage(on, page)
    if (near) return near
    const { where, order, size, skipped } = page
    const { rows } = await sql<EditionRow & { total: number }>`select ${EDITION}, count(*) over () as total
      from ${name} ${where} order by ${order} limit ${size} offset ${skipped}`.execute(on.kysely)
    // A page behind the last one says nothing.
    const total = rows[0]?.total ?? (skipped === 0 ? 0 : await countWhere(on, where))
    return { items: rows.map(editionOf), total }
  }

  const findEditions = async (on: Queryable, options: FindOptions & { size: number }): Promise<FoundEditions> => {
    const { page = 1, size } = options
    const { where, scans, ranges } = await queries.filter(on, options)
    const order = queries.order(on, options.order)
    if (size === 0) return { items: [], total: await countWhere(on, where) }
    const isUsualOrder = (options.order ?? '').trim() === ''
    const asked = { where, order, isUsualOrder, size, skipped: (page - 1) * size }
    if (scans) return scannedPage(on, asked)
    // A range that most are in would have to be put in order before its first page is known.
    return (ranges ? await nearPage(on, asked) : undefined) ?? indexedPage(on, asked)
  }

  /** Lists by nothing but what the caller requires are the same statements again and again, with other values. */
  const listTexts = new Map<string, string>()

  const listWhere = async (on: Queryable, where: NonNullable<FindOptions['where']>): Promise<readonly Row[]> => {
    const shape = `${on.dialect} ${Object.keys(where).join(' ')}`
    const values = Object.values(where)
    const known = listTexts.get(shape)
    if (known !== undefined) return (await on.run<Row>(known, values)).rows
    const { text, parameters } = compileStatement(await listStatement(on, { where }), on.dialect)
    // Not where a value is written in another way than it is given.
    if (isDeepStrictEqual(parameters, values)) listTexts.set(shape, text)
    return (await on.run<Row>(text, parameters)).rows
  }

  const listStatement = async (on: Queryable, options: FindOptions): Promise<Sql> => {
    const { where } = await queries.filter(on, options)
    return sql`select ${columnsOf(on)} from ${name} ${where} order by ${queries.order(on, options.order)}`
  }

  const findAll = async (on: Queryable, options: FindOptions) => {
    const { where = {}, search, order } = options
    const isPlain = !search && !order && Object.values(where).every((value) => typeof value === 'string')
    const rows = isPlain
      ? await listWhere(on, where)
      : (await sql<Row>`${await listStatement(on, options)}`.execute(on.kysely)).rows
    return { items: rows.map((row) => storedOf<T>(on, row)), total: rows.length }
  }

  return {
    count: async (on, options = {}) => countWhere(on, (await queries.filter(on, options)).where),
    findEditions,
    find: async (on, options = {}) => {
      const { size } = options
      if (size === undefined) return findAll(on, options)
      const { items: editions, total } = await findEditions(on, { ...options, size })
      const ids = editions.map(({ id }) => id)
      const rows = new Map((await getMany(on, ids)).map((row) => [row.id, row]))
      // What somebody removed meanwhile is not there any more.
      return { items: ids.flatMap((id) => rows.get(id) ?? []), total }
    },
  }
}

const editionOf = ({ id, version, created_at }: EditionRow): Edition => ({ id, version, createdAt: created_at })
