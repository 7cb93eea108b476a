/** What an error says beyond its status and reason. */
export interface ServiceErrorOptions extends ErrorOptions {
  /** The id of the error in the service's catalogue; its status unless given. */
  id?: number
  headers?: Readonly<Record<string, string>>
  details?: readonly unknown[]
}

/** A request that failed: an HTTP status and a reason for the person who asked. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError'
  readonly status: number
  readonly id: number
  readonly headers: Readonly<Record<string, string>>
  readonly details: readonly unknown[]

  constructor(status: number, reason: string, options: ServiceErrorOptions = {}) {
    super(reason, options)
    this.status = status
    this.id = options.id ?? status
    this.headers = options.headers ?? {}
    this.details = options.details ?? []
  }
}

/** What an error's body may tell of the request. */
export interface ErrorContext {
  readonly operationId: string
  readonly method: string
  readonly path: string
  /** Milliseconds since the Unix epoch. */
  readonly now: number
}

/** How errors look on the wire: the body, and headers such as WWW-Authenticate. */
export interface ErrorRenderer {
  render(
    error: ServiceError,
    context: ErrorContext,
  ): {
    body: unknown
    contentType?: string
    headers?: Readonly<Record<string, string>>
  }
}
