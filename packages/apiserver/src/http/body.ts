import { StatusError } from '@skep/base'

/** What a body is read from: an HTTP/1 request or an HTTP/2 stream. */
interface BodySource {
  on(event: 'data', listener: (chunk: Buffer) => void): unknown
  on(event: 'end' | 'aborted' | 'close', listener: () => void): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  removeAllListeners(event: 'data'): unknown
  resume(): unknown
}

/** A body that exceeds what the server accepts. */
export const bodyTooLarge = (limit: number): StatusError =>
  new StatusError('RequestEntityTooLarge', `Request entity too large: limit is ${limit}`)

/** Collects a body. What exceeds the limit is read to its end but not kept, so that the client sees the answer. */
export function readBody(source: BodySource, limit: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    source.on('data', (chunk) => {
      size += chunk.length
      if (size <= limit) return chunks.push(chunk)
      chunks.length = 0
      source.removeAllListeners('data')
      source.resume()
      return reject(bodyTooLarge(limit))
    })
    source.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)))
    source.on('aborted', () => reject(clientGone()))
    source.on('error', reject)
  })
}

const clientGone = (): StatusError => new StatusError('BadRequest', 'the client went away before the body was complete')
