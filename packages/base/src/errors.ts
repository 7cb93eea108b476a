/** Why a request failed, in the words of the Kubernetes API. */
export type Reason = keyof typeof STATUS_CODES

const STATUS_CODES = {
  BadRequest: 400,
  Unauthorized: 401,
  Forbidden: 403,
  NotFound: 404,
  MethodNotAllowed: 405,
  NotAcceptable: 406,
  AlreadyExists: 409,
  Conflict: 409,
  Gone: 410,
  Expired: 410,
  RequestEntityTooLarge: 413,
  UnsupportedMediaType: 415,
  Invalid: 422,
  TooManyRequests: 429,
  InternalError: 500,
  ServiceUnavailable: 503,
  ServerTimeout: 500,
  Timeout: 504,
} as const

/** One wrong field, or another single cause, of a failed request. */
export interface StatusCause {
  reason?: string
  message?: string
  field?: string
}

/** What a failed request was about. */
export interface StatusDetails {
  name?: string
  group?: string
  kind?: string
  uid?: string
  causes?: StatusCause[]
  retryAfterSeconds?: number
}

/** The Kubernetes `Status` object that a client receives for a failure. */
export interface Status {
  kind: 'Status'
  apiVersion: 'v1'
  metadata: { continue?: string; resourceVersion?: string }
  status: 'Failure' | 'Success'
  message?: string
  reason?: string
  details?: StatusDetails
  code?: number
}

/** What an error says beyond its reason and message. */
export interface StatusErrorOptions extends ErrorOptions {
  /** Overrides the code that belongs to the reason. */
  code?: number
  details?: StatusDetails
  /** List metadata of the answer, such as the fresh token of an expired continue. */
  metadata?: Status['metadata']
}

/** The one error that crosses a boundary: a reason from a closed list, a message, and details. */
export class StatusError extends Error {
  override readonly name = 'StatusError'
  readonly reason: Reason | ''
  readonly code: number
  readonly details: StatusDetails | undefined
  readonly metadata: Status['metadata']

  constructor(reason: Reason | '', message: string, options: StatusErrorOptions = {}) {
    super(message, options)
    this.reason = reason
    this.code = options.code ?? (reason === '' ? 500 : STATUS_CODES[reason])
    this.details = options.details
    this.metadata = options.metadata ?? {}
  }

  toStatus(): Status {
    return {
      kind: 'Status',
      apiVersion: 'v1',
      metadata: this.metadata,
      status: 'Failure',
      message: this.message,
      ...(this.reason === '' ? {} : { reason: this.reason }),
      ...(this.details === undefined ? {} : { details: this.details }),
      code: this.code,
    }
  }
}

/** Whether something thrown is an error of the API with this reason. */
export const hasReason = (error: unknown, reason: Reason): error is StatusError =>
  error instanceof StatusError && error.reason === reason

/** Turns anything thrown into a StatusError; what nobody expected becomes an InternalError that keeps its cause. */
export function toStatusError(thrown: unknown): StatusError {
  if (thrown instanceof StatusError) return thrown
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return new StatusError('InternalError', `Internal error occurred: ${message}`, {
    cause: thrown,
    details: { causes: [{ message }] },
  })
}
