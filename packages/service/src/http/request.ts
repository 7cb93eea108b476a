import type { IncomingMessage } from 'node:http'
import { type Logger, type Random, uid } from '@skep/base'
import { ServiceError } from '../errors/service-error.ts'
import { parseJsonObject, readBytes } from './body.ts'
import type { Caller, ServiceRequest } from './route.ts'
import { traceOf } from './trace.ts'

/** A request before it is known what it is for. */
export interface Arrival {
  readonly incoming: IncomingMessage
  readonly method: string
  readonly operationId: string
  readonly traceId: string
  readonly traceparent: string
  readonly log: Logger
}

/** Gives a request its ids. */
export function arrivalOf(incoming: IncomingMessage, log: Logger, random: Random): Arrival {
  const operationId = uid(random)
  // Repeated headers come as a list, and a trace has one.
  const header = incoming.headers['traceparent']
  const trace = traceOf(typeof header === 'string' ? header : undefined, random)
  const method = incoming.method ?? 'GET'
  return { incoming, method, operationId, ...trace, log: log.with({ operationId, traceId: trace.traceId }) }
}

/** A path in parts, decoded, and the query after it. */
export interface Target {
  readonly path: string
  readonly parts: readonly string[]
  readonly query: URLSearchParams
}

/** Takes a URL apart. Throws 400 when it is not one. */
export function targetOf(url: string): Target {
  const end = url.search(/[?#]/)
  const path = end === -1 ? url : url.slice(0, end)
  const query = new URLSearchParams(end === -1 ? '' : url.slice(end + 1))
  const parts = path.split('/').filter((part) => part !== '')
  try {
    return { path, parts: parts.map((part) => decodeURIComponent(part)), query }
  } catch (cause) {
    throw new ServiceError(400, `Path '${path}' isn't valid: it has a '%' that is no escape`, { cause })
  }
}

/** What is known of a request once its route is found. */
export interface RequestParts {
  arrival: Arrival
  target: Target
  params: Readonly<Record<string, string>>
  caller: Caller | undefined
  signal: AbortSignal
  bodyLimit: number
}

/** The request as its handler sees it; the body is read once, when it is asked for. */
export function requestOf({ arrival, target, params, caller, signal, bodyLimit }: RequestParts): ServiceRequest {
  const { incoming, method, operationId, traceId, traceparent, log } = arrival
  let body: Promise<Buffer> | undefined
  const bytes = (): Promise<Buffer> => (body ??= readBytes(incoming, bodyLimit))
  return {
    ...{ method, path: target.path, params, query: target.query, headers: incoming.headers },
    ...{ operationId, traceId, traceparent, log, caller, signal, bytes },
    json: async () => parseJsonObject(await bytes(), incoming.headers['content-type']),
  }
}
