import { hasReason, type Reason, type Status, type StatusDetails, StatusError } from '@skep/base'
import { headerOf, type TransportHeaders } from './transport/transport.ts'

/** The server could not be reached, or it broke off its answer. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  /** Whether the server may have seen the request; if not, any request may be sent again. */
  readonly sent: boolean

  constructor(message: string, options: ErrorOptions & { sent: boolean }) {
    super(message, options)
    this.sent = options.sent
  }
}

/** A request that came to nothing because its client was closed, as when another one takes its place. */
export class ClientClosedError extends ConnectionError {
  constructor() {
    super('the client is closed', { sent: false })
  }
}

/** For answers that say nothing of their own. */
const REASONS: Readonly<Record<number, Reason>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  405: 'MethodNotAllowed',
  406: 'NotAcceptable',
  409: 'Conflict',
  410: 'Gone',
  413: 'RequestEntityTooLarge',
  415: 'UnsupportedMediaType',
  422: 'Invalid',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
}

/** The error that an answer stands for: the server's `Status`, or the best guess for an answer that carries none. */
export function errorFromAnswer(status: number, headers: TransportHeaders, body: Buffer): StatusError {
  const sent = parseStatus(body)
  const retryAfterSeconds = sent?.details?.retryAfterSeconds ?? retryAfter(headers)
  const details = { ...sent?.details, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) }
  if (sent) return errorFromStatus({ code: status, ...sent, details })
  const text = body.toString('utf8').trim().slice(0, 500)
  const message = `the server answered ${status}${text === '' ? '' : `: ${text}`}`
  return new StatusError(REASONS[status] ?? '', message, { code: status, details })
}

/** The error that a `Status` object stands for; also the one inside an ERROR event of a watch. */
export function errorFromStatus(status: Partial<Status>): StatusError {
  const { reason = '', message = 'the server failed without saying why', code, details, metadata } = status
  // Reasons that are not in our list are kept as they are: a newer server may know more of them.
  return new StatusError(reason as Reason | '', message, {
    ...(code === undefined ? {} : { code }),
    ...(details === undefined || isEmpty(details) ? {} : { details }),
    ...(metadata === undefined ? {} : { metadata }),
  })
}

/** Whether an object is not there. A path that is not there, such as that of a kind nobody installed, is another matter. */
export const isObjectMissing = (error: unknown): boolean =>
  hasReason(error, 'NotFound') && error.details?.name !== undefined

/** For what may have gone meanwhile. */
export function ignoreMissing(error: unknown): undefined {
  if (!isObjectMissing(error)) throw error
}

/** For what somebody else may have made meanwhile. */
export function ignorePresent(error: unknown): undefined {
  if (!hasReason(error, 'AlreadyExists')) throw error
}

/**
 * Whether the server no longer knows the version a list or watch was to go on from, or does not know it yet: that is
 * how a server looks that lost its data.
 */
export const isVersionGone = (error: unknown): boolean =>
  error instanceof StatusError &&
  (error.code === 410 || (error.details?.causes ?? []).some(({ reason }) => reason === 'ResourceVersionTooLarge'))

/** Failures that no amount of trying will change. What is forbidden, or not there yet, may well come. */
const HOPELESS_CODES = new Set([400, 405, 406, 422])

/** Whether trying the same again cannot help. */
export const isHopeless = (error: unknown): boolean => error instanceof StatusError && HOPELESS_CODES.has(error.code)

/** How long the server asks to wait before the next try. */
export function retryAfterMs(error: unknown): number | undefined {
  const seconds = error instanceof StatusError ? error.details?.retryAfterSeconds : undefined
  return seconds === undefined || seconds <= 0 ? undefined : seconds * 1_000
}

function parseStatus(body: Buffer): Status | undefined {
  try {
    const parsed: Partial<Status> | null = JSON.parse(body.toString('utf8'))
    return parsed?.kind === 'Status' ? (parsed as Status) : undefined
  } catch {
    return undefined
  }
}

function retryAfter(headers: TransportHeaders): number | undefined {
  const seconds = Number(headerOf(headers, 'retry-after'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

const isEmpty = (details: StatusDetails): boolean => Object.keys(details).length === 0
