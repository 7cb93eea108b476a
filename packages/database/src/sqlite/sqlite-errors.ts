import { DatabaseError } from '../errors.ts'

/** Says in our words why SQLite refused. */
export function sqliteError(thrown: unknown, attempt?: string): DatabaseError {
  if (thrown instanceof DatabaseError) return thrown
  const { message, code } = describe(thrown)
  const text = attempt === undefined ? message : `${attempt}: ${message}`
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) {
    return new DatabaseError('Busy', text, { cause: thrown })
  }
  if (code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY') {
    return new DatabaseError('Duplicate', text, { cause: thrown, index: indexIn(message) })
  }
  if (code === 'SQLITE_FULL' || code.startsWith('SQLITE_IOERR')) {
    return new DatabaseError('Unavailable', text, { cause: thrown })
  }
  return new DatabaseError('Failed', text, { cause: thrown })
}

function describe(thrown: unknown): { message: string; code: string } {
  if (!(thrown instanceof Error)) return { message: String(thrown), code: '' }
  return { message: thrown.message, code: 'code' in thrown ? String(thrown.code) : '' }
}

/** `UNIQUE constraint failed: index 'clusters_name'`, or `clusters.id` for the primary key, named as PostgreSQL would. */
function indexIn(message: string): string {
  const [, index] = /index '(.+)'/.exec(message) ?? []
  if (index !== undefined) return index
  const [, table] = /failed: (\w+)\./.exec(message) ?? []
  return `${table ?? ''}_pkey`
}
