import { DatabaseError, type DatabaseErrorReason } from '../errors.ts'

/** Classes and codes of PostgreSQL (appendix A of its manual), the longest prefix first. */
const REASONS: readonly (readonly [prefix: string, reason: DatabaseErrorReason])[] = [
  ['23505', 'Duplicate'],
  ['22', 'Invalid'],
  ['40', 'Busy'],
  ['55P03', 'Busy'],
  ['08', 'Unavailable'],
  ['53', 'Unavailable'],
  ['57P', 'Unavailable'],
]

/** What node says when a host cannot be reached, and what `pg` says when a connection ends under it. */
const CONNECTION_CODE = /^(ECONN|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/
const CONNECTION_TEXT = /connection terminated|timeout exceeded when trying to connect|not queryable|connection ended/i

/** Says in our words why PostgreSQL, or the way to it, failed. `where` is the URL without its password. */
export function postgresError(thrown: unknown, where: string): DatabaseError {
  if (thrown instanceof DatabaseError) return thrown
  const { message, code, constraint } = describe(thrown)
  if (CONNECTION_CODE.test(code) || (code === '' && CONNECTION_TEXT.test(message))) {
    return new DatabaseError('Unavailable', `the connection to ${where} failed: ${message || code}`, { cause: thrown })
  }
  const [, reason = 'Failed'] = REASONS.find(([prefix]) => code.startsWith(prefix)) ?? []
  const text = reason === 'Unavailable' ? `${where} is not available: ${message}` : message
  return new DatabaseError(reason, text, { cause: thrown, ...(constraint === undefined ? {} : { index: constraint }) })
}

function describe(thrown: unknown): { message: string; code: string; constraint: string | undefined } {
  if (!(thrown instanceof Error)) return { message: String(thrown), code: '', constraint: undefined }
  return {
    message: thrown.message,
    code: 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '',
    constraint: 'constraint' in thrown && typeof thrown.constraint === 'string' ? thrown.constraint : undefined,
  }
}
