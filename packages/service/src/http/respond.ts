import type { ServerResponse } from 'node:http'
import type { ServiceReply } from './route.ts'

const JSON_TYPE = 'application/json'

/** Sends an answer. Everything but 204 has a content type, even without a body: some clients insist on it. */
export function respond(response: ServerResponse, reply: ServiceReply): void {
  const { status = 200, headers = {} } = reply
  if (response.headersSent || response.destroyed) return
  if (status === 204) {
    response.writeHead(status, headers).end()
    return
  }
  const pieces = reply.pieces ?? [bytesOf(reply.body)]
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  response.writeHead(status, { 'content-type': JSON_TYPE, 'content-length': length, ...lowerCased(headers) })
  // All of them in one write.
  response.cork()
  for (const piece of pieces.slice(0, -1)) response.write(piece)
  response.end(pieces.at(-1))
}

function bytesOf(body: unknown): Buffer {
  if (body === undefined) return Buffer.alloc(0)
  if (Buffer.isBuffer(body)) return body
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
}

/** So that a handler's `Content-Type` replaces ours. */
const lowerCased = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
