import { DatabaseError, type DatabaseErrorReason, SearchError } from '@skep/database'
import { ServiceError } from './service-error.ts'

const STATUSES: Partial<Record<DatabaseErrorReason, number>> = {
  Unavailable: 503,
  Busy: 503,
  Duplicate: 409,
  Stale: 409,
  Missing: 404,
  Invalid: 400,
}

const REASONS: Partial<Record<number, string>> = {
  503: 'The database is not available at the moment, try again later',
  409: 'Somebody else made a change that is in the way of this one, read the current state and try again',
}

/** Turns anything thrown into an answer; what nobody expected becomes 500, whose cause stays in the log. */
export function toServiceError(thrown: unknown, operationId: string): ServiceError {
  if (thrown instanceof ServiceError) return thrown
  if (thrown instanceof SearchError) return new ServiceError(400, `Can't understand the request: ${thrown.message}`)
  const status = thrown instanceof DatabaseError ? (STATUSES[thrown.reason] ?? 500) : 500
  if (status === 500) {
    return new ServiceError(500, `Unexpected failure, the log has details under operation '${operationId}'`, {
      cause: thrown,
    })
  }
  const reason = REASONS[status] ?? (thrown instanceof Error ? thrown.message : String(thrown))
  return new ServiceError(status, reason, { cause: thrown, headers: status === 503 ? { 'retry-after': '1' } : {} })
}
