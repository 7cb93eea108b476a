import type { Logger } from '@skep/base'

/** A request as handlers see it. */
export interface ServiceRequest {
  readonly method: string
  /** Decoded, without the query. */
  readonly path: string
  /** Parts of the path that the pattern names, decoded. */
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** A UUID for this request, in its answer and its log lines. */
  readonly operationId: string
  /** 32 hex digits that follow an order through all services. */
  readonly traceId: string
  /** What to send along with requests made on behalf of this one. */
  readonly traceparent: string
  /** Who asks; undefined where authentication is off. */
  readonly caller: Caller | undefined
  /** Carries the operation and trace ids. */
  readonly log: Logger
  /** Aborts when the client goes away or the service stops. */
  readonly signal: AbortSignal
  /** The JSON object of the body. Throws a `ServiceError` that says what is wrong with it. */
  json(): Promise<Readonly<Record<string, unknown>>>
  /** The body as it came. */
  bytes(): Promise<Buffer>
}

/** The claims of a checked token. */
export interface Caller {
  readonly subject: string
  readonly claims: Readonly<Record<string, unknown>>
}

/** What a handler answers. A body is sent as JSON unless it is a string or bytes with a content type of their own. */
export interface ServiceReply {
  /** 200 unless given. */
  status?: number
  headers?: Readonly<Record<string, string>>
  body?: unknown
  /** A body in pieces that exist already, instead of `body`: none of them is copied. */
  pieces?: readonly Buffer[]
}

/** Answers requests of a route. */
export type Handler = (request: ServiceRequest) => Promise<ServiceReply> | ServiceReply

/** What is served where. */
export interface Route {
  method: string
  /** Such as `/clusters/{cluster_id}/status`; a part in braces takes one part of the path. */
  path: string
  handler: Handler
  /** Served without authentication. */
  public?: boolean
}
