import http from 'node:http'
import type { Duplex } from 'node:stream'
import { StatusError } from '@skep/base'
import { methodNotAllowed } from '../registry/errors.ts'
import { requestTimedOut } from './body.ts'
import { KEEP_ALIVE_MS, MAX_HEADER_BYTES } from './limits.ts'

const HEADERS_TIMEOUT_MS = 30_000
/** How long a connection stays open after it was refused, for the client to read why. */
const LINGER_MS = 1_000

/** Makes a server of HTTP/1.1. It need not listen itself: connections may be handed to it. */
export function createHttp1Server(requestTimeoutMs: number, onRequest: http.RequestListener): http.Server {
  const server = http.createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs),
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: requestTimeoutMs / 2,
      keepAliveTimeout: KEEP_ALIVE_MS,
      noDelay: true,
    },
    onRequest,
  )
  server.on('clientError', refuse)
  return server
}

/**
 * Starts the clock of a server that does not listen itself. Node watches the time of slow requests from the moment a
 * server listens, and would never cut them off otherwise.
 */
export function watchConnections(server: http.Server): void {
  server.emit('listening')
}

/** Answers what the parser could not make sense of, in the words of the API, and hangs up. */
function refuse(error: Error, socket: Duplex): void {
  // What follows makes no more sense than what came before; it has been answered.
  if (socket.writableEnded) return
  const answer = 'code' in error ? answerTo(String(error.code)) : undefined
  if (!answer || !socket.writable) return void socket.destroy()
  socket.end(render(answer))
  // At once, the answer could be lost on the way (RFC 9112, 9.6).
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
}

function answerTo(code: string): StatusError | undefined {
  switch (code) {
    case 'HPE_INVALID_METHOD':
      // The parser knows a list of methods; of all others the API says that it does not serve them.
      return methodNotAllowed()
    case 'HPE_HEADER_OVERFLOW':
      return new StatusError('', 'Request Header Fields Too Large', { code: 431 })
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return requestTimedOut()
    default:
      return code.startsWith('HPE_') ? new StatusError('BadRequest', 'Bad Request') : undefined
  }
}

function render(error: StatusError): string {
  const body = JSON.stringify(error.toStatus())
  return [
    `HTTP/1.1 ${error.code} ${http.STATUS_CODES[error.code]}`,
    'content-type: application/json',
    `content-length: ${body.length}`,
    'connection: close',
    '',
    body,
  ].join('\r\n')
}
