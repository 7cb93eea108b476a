import { sql } from 'kysely'
import type { Queryable } from '../database.ts'
import { DatabaseError, hasDatabaseReason } from '../errors.ts'
import type { DocumentTable, Stored } from './document-table.ts'
import { columnsOf, documentValue, type Row, storedOf } from './rows.ts'

/** How often `modify` begins anew before it gives up; each time, somebody else got further. */
const MODIFY_ATTEMPTS = 20

type DocumentWriter<T> = Pick<DocumentTable<T>, 'insert' | 'get' | 'getMany' | 'update' | 'modify' | 'remove'>

/** Reads and changes single rows of a table. */
export function documentWriter<T>(table: string): DocumentWriter<T> {
  const name = sql.table(table)

  const insert: DocumentWriter<T>['insert'] = async (on, id, document) => {
    const now = on.now()
    await sql`insert into ${name} (id, version, created_at, updated_at, document)
      values (${id}, 1, ${now}, ${now}, ${documentValue(on, document)})`.execute(on.kysely)
    return { id, version: 1, createdAt: now, updatedAt: now, document }
  }

  const get: DocumentWriter<T>['get'] = async (on, id) => {
    const { rows } = await sql<Row>`select ${columnsOf(on)} from ${name} where id = ${id}`.execute(on.kysely)
    return rows[0] && storedOf<T>(on, rows[0])
  }

  const getMany: DocumentWriter<T>['getMany'] = async (on, ids) => {
    if (ids.length === 0) return []
    // One parameter, so that it is the same statement for any number of them.
    const wanted =
      on.dialect === 'sqlite' ? sql`in (select value from json_each(${JSON.stringify(ids)}))` : sql`= any(${ids})`
    const { rows } = await sql<Row>`select ${columnsOf(on)} from ${name} where id ${wanted}`.execute(on.kysely)
    return rows.map((row) => storedOf<T>(on, row))
  }

  const update: DocumentWriter<T>['update'] = async (on, { id, version }, document) => {
    const now = on.now()
    const { rows } = await sql<{ version: number; created_at: number }>`update ${name}
      set document = ${documentValue(on, document)}, version = version + 1, updated_at = ${now}
      where id = ${id} and version = ${version} returning version, created_at`.execute(on.kysely)
    const [row] = rows
    if (!row) throw await refusal(on, table, id, version)
    return { id, version: row.version, createdAt: row.created_at, updatedAt: now, document }
  }

  const modify: DocumentWriter<T>['modify'] = async (on, known, change) => {
    const id = typeof known === 'string' ? known : known.id
    for (let attempt = 1; ; attempt++) {
      const row = attempt > 1 || typeof known === 'string' ? await get(on, id) : known
      if (!row) throw missing(table, id)
      const document = change(row.document, row)
      if (document === undefined) return row
      try {
        return await update(on, row, document)
      } catch (error) {
        if (!hasDatabaseReason(error, 'Stale') || attempt === MODIFY_ATTEMPTS) throw error
      }
    }
  }

  const remove: DocumentWriter<T>['remove'] = async (on, id, version) => {
    const guard = version === undefined ? sql`` : sql` and version = ${version}`
    const { numAffectedRows } = await sql`delete from ${name} where id = ${id}${guard}`.execute(on.kysely)
    if (numAffectedRows === 1n) return true
    if (version !== undefined && (await get(on, id))) throw stale(table, id, version)
    return false
  }

  return { insert, get, getMany, update, modify, remove }
}

/** Why no row was changed. */
async function refusal(on: Queryable, table: string, id: string, version: number): Promise<DatabaseError> {
  const { rows } = await sql<Pick<Stored<unknown>, 'version'>>`
    select version from ${sql.table(table)} where id = ${id}`.execute(on.kysely)
  return rows.length === 0 ? missing(table, id) : stale(table, id, version)
}

const missing = (table: string, id: string): DatabaseError =>
  new DatabaseError('Missing', `there is no '${id}' in ${table}`)

const stale = (table: string, id: string, version: number): DatabaseError =>
  new DatabaseError('Stale', `'${id}' in ${table} has changed since version ${version}`)
