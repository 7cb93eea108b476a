/** Why a statement failed. */
export type DatabaseErrorReason =
  /** The database cannot be reached, or went away: worth repeating. */
  | 'Unavailable'
  /** Another transaction was in the way: worth repeating. */
  | 'Busy'
  /** A unique index has such a row already. */
  | 'Duplicate'
  /** The row changed since it was read. */
  | 'Stale'
  /** There is no such row. */
  | 'Missing'
  /** The document or value cannot be stored. */
  | 'Invalid'
  /** The database is of a newer version, or its migrations differ. */
  | 'Incompatible'
  | 'Failed'

/** What the database packages throw. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly reason: DatabaseErrorReason
  /** The unique index that has such a row already, where the reason is Duplicate. */
  readonly index: string | undefined

  constructor(reason: DatabaseErrorReason, message: string, options: ErrorOptions & { index?: string } = {}) {
    super(message, options)
    this.reason = reason
    this.index = options.index
  }
}

/** Whether something thrown is a failure of the database for this reason. */
export const hasDatabaseReason = (error: unknown, reason: DatabaseErrorReason): error is DatabaseError =>
  error instanceof DatabaseError && error.reason === reason

/** Whether the same transaction may succeed when it is tried again. */
export const isRetriable = (error: unknown): boolean =>
  hasDatabaseReason(error, 'Unavailable') || hasDatabaseReason(error, 'Busy')
