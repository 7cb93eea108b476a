import type { Queryable } from '../database.ts'
import { DatabaseError, hasDatabaseReason } from '../errors.ts'
import { jsonSql } from '../search/json-sql.ts'
import { statement } from '../statement.ts'
import type { DocumentTable } from './document-table.ts'
import { columnsText, documentText, type Row, storedOf } from './rows.ts'

/** How often `modify` begins anew before it gives up; each time, somebody else got further. */
const MODIFY_ATTEMPTS = 20

type DocumentWriter<T> = Pick<DocumentTable<T>, 'insert' | 'get' | 'getMany' | 'update' | 'modify' | 'remove'>

/** The statements of a table, written once. */
const statementsFor = (name: string) => ({
  insert: statement(
    (dialect) =>
      `insert into ${name} (id, version, created_at, updated_at, document) values (?, 1, ?, ?, ${jsonSql(dialect).parameter})`,
  ),
  get: statement<Row>((dialect) => `select ${columnsText(dialect)} from ${name} where id = ?`),
  getMany: statement<Row>(
    (dialect) =>
      // One parameter, so that it is the same statement for any number of them.
      `select ${columnsText(dialect)} from ${name} where id ${dialect === 'sqlite' ? 'in (select value from json_each(?))' : '= any(?)'}`,
  ),
  update: statement<Pick<Row, 'version' | 'created_at'>>(
    (dialect) =>
      `update ${name} set document = ${jsonSql(dialect).parameter}, version = version + 1, updated_at = ? ` +
      'where id = ? and version = ? returning version, created_at',
  ),
  version: statement<Pick<Row, 'version'>>(`select version from ${name} where id = ?`),
  remove: statement(`delete from ${name} where id = ?`),
  removeVersion: statement(`delete from ${name} where id = ? and version = ?`),
})

/** Reads and changes single rows of a table. */
export function documentWriter<T>(table: string): DocumentWriter<T> {
  const statements = statementsFor(`"${table}"`)

  const insert: DocumentWriter<T>['insert'] = async (on, id, document) => {
    const now = on.now()
    await statements.insert(on, [id, now, now, documentText(document)])
    return { id, version: 1, createdAt: now, updatedAt: now, document }
  }

  const get: DocumentWriter<T>['get'] = async (on, id) => {
    const { rows } = await statements.get(on, [id])
    return rows[0] && storedOf<T>(on, rows[0])
  }

  const getMany: DocumentWriter<T>['getMany'] = async (on, ids) => {
    if (ids.length === 0) return []
    const { rows } = await statements.getMany(on, [on.dialect === 'sqlite' ? JSON.stringify(ids) : ids])
    return rows.map((row) => storedOf<T>(on, row))
  }

  const update: DocumentWriter<T>['update'] = async (on, { id, version }, document) => {
    const now = on.now()
    const { rows } = await statements.update(on, [documentText(document), now, id, version])
    const [row] = rows
    if (!row) throw await refusal(on, id, version)
    return { id, version: row.version, createdAt: row.created_at, updatedAt: now, document }
  }

  /** Why no row was changed. */
  const refusal = async (on: Queryable, id: string, version: number): Promise<DatabaseError> => {
    const { rows } = await statements.version(on, [id])
    return rows.length === 0 ? missing(table, id) : stale(table, id, version)
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
    const { changes } =
      version === undefined ? await statements.remove(on, [id]) : await statements.removeVersion(on, [id, version])
    if (changes === 1) return true
    if (version !== undefined && (await get(on, id))) throw stale(table, id, version)
    return false
  }

  return { insert, get, getMany, update, modify, remove }
}

const missing = (table: string, id: string): DatabaseError =>
  new DatabaseError('Missing', `there is no '${id}' in ${table}`)

const stale = (table: string, id: string, version: number): DatabaseError =>
  new DatabaseError('Stale', `'${id}' in ${table} has changed since version ${version}`)
