import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../errors/service-error.ts'

/** Nobody writes deeper objects by hand, and code that walks them has a stack. */
const MAX_DEPTH = 100

/** Reads the whole body. Throws 413 when it is larger than `limit`, 400 when the client broke off. */
export async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Without an encoding, a request gives buffers.
    for await (const chunk of request as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw tooLarge(limit)
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof ServiceError) throw error
    throw new ServiceError(400, 'Request body is incomplete', { cause: error })
  }
  return Buffer.concat(chunks)
}

/** The JSON object in a body. Throws 415 or 400 and says what is wrong. */
export function parseJsonObject(bytes: Buffer, contentType: string | undefined): Record<string, unknown> {
  checkContentType(contentType)
  if (bytes.length === 0) throw new ServiceError(400, 'Request body is empty, but a JSON object is expected')
  checkDepth(bytes)
  const value = parse(decode(bytes))
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new ServiceError(400, 'Request body must be a JSON object')
  }
  // An object that came from JSON has text keys and no prototype of its own.
  return value as Record<string, unknown>
}

function checkContentType(contentType: string | undefined): void {
  const [media = ''] = (contentType ?? 'application/json').split(';')
  if (/^application\/(?:[\w.+-]+\+)?json$/i.test(media.trim())) return
  throw new ServiceError(415, `Content type '${media.trim()}' isn't supported, it should be 'application/json'`)
}

const UTF8 = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Buffer): string {
  try {
    return UTF8.decode(bytes)
  } catch (cause) {
    throw new ServiceError(400, "Request body isn't valid UTF-8", { cause })
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new ServiceError(400, `Request body isn't valid JSON: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
  }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

function checkDepth(bytes: Buffer): void {
  let depth = 0
  let inString = false
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]!
    if (byte === QUOTE) inString = !inString
    else if (inString) index += byte === BACKSLASH ? 1 : 0
    else if (OPENING.has(byte)) depth++
    else if (CLOSING.has(byte)) depth--
    if (depth > MAX_DEPTH) throw new ServiceError(400, `Request body has more than ${MAX_DEPTH} levels`)
  }
}

const tooLarge = (limit: number): ServiceError =>
  new ServiceError(413, `Request body is larger than ${limit} bytes`, { headers: { connection: 'close' } })
