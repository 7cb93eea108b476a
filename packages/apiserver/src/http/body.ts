import { StatusError } from '@skep/base'

/** What a body is read from: an HTTP/1 request or an HTTP/2 stream. */
interface BodySource {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown
  on(event: 'end' | 'close', listener: () => void): unknown
  removeAllListeners(event: 'data'): unknown
  resume(): unknown
}

/** A body that exceeds what the server accepts. */
export const bodyTooLarge = (limit: number): StatusError =>
  new StatusError('RequestEntityTooLarge', `Request entity too large: limit is ${limit}`)

/** How much of a body is accepted, and for how long. */
export interface BodyLimits {
  bytes: number
  /** From the first look at the body to its end; without one, somebody else watches the time. */
  timeoutMs?: number
}

/** Collects a body. What exceeds the limit is read to its end but not kept, so that the client sees the answer. */
export function readBody(source: BodySource, { bytes: limit, timeoutMs }: BodyLimits): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const timer = timeoutMs === undefined ? undefined : setTimeout(() => reject(requestTimedOut()), timeoutMs)
    source.on('data', (chunk) => {
      size += chunk.length
      if (size <= limit) return chunks.push(chunk)
      chunks.length = 0
      source.removeAllListeners('data')
      source.resume()
      return reject(bodyTooLarge(limit))
    })
    let complete = false
    source.on('end', () => {
      complete = true
      clearTimeout(timer)
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks))
    })
    // Follows every end and every failure; an error that nobody needs costs as much as parsing a small body.
    source.on('close', () => {
      if (complete) return
      clearTimeout(timer)
      reject(clientGone())
    })
  })
}

/** What a client hears that takes too long to say what it wants. */
export const requestTimedOut = (): StatusError =>
  new StatusError('Timeout', 'Timeout: request did not complete within the allotted timeout', { details: {} })

/** What a request ends with whose client hung up; nobody hears it but the log. */
export const clientGone = (): StatusError =>
  new StatusError('BadRequest', 'the client went away before the body was complete')
