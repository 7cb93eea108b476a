import type { Duplex } from 'node:stream'
import { type Clock, uid } from '@skep/base'
import { type ErrorRenderer, ServiceError } from '../errors/service-error.ts'

const REASONS: Readonly<Record<string, readonly [status: number, text: string, reason: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'Request headers are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'Request took too long to arrive'],
}

/** Answers bytes that are not a request, in the form of the service's errors, and ends the connection. */
export function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  errors: ErrorRenderer,
  clock: Clock,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy()
    return
  }
  const [status, text, reason] = REASONS[error.code ?? ''] ?? [400, 'Bad Request', "Request isn't valid HTTP"]
  const context = { operationId: uid(), method: '', path: '', now: clock.now() }
  const { body, contentType = 'application/json' } = errors.render(new ServiceError(status, reason), context)
  const json = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status} ${text}\r\nContent-Type: ${contentType}\r\nContent-Length: ${Buffer.byteLength(json)}\r\n` +
      `Connection: close\r\n\r\n${json}`,
  )
}
