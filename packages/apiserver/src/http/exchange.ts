import type { X509Certificate } from 'node:crypto'
import type { UserInfo } from '../contracts.ts'

/** Headers of an answer; a list becomes several headers of that name. */
export type ResponseHeaders = Readonly<Record<string, string | number | readonly string[]>>

/** A body, in pieces that follow one another if it is large: joining them would take as long as sending them. */
export type ResponseBody = Buffer | readonly Buffer[]

/** The bytes of a body in one piece. */
export const wholeBody = (body: ResponseBody): Buffer => (Buffer.isBuffer(body) ? body : Buffer.concat(body))

/** How many bytes a body has. */
export function bodyLength(body: ResponseBody): number {
  if (Buffer.isBuffer(body)) return body.length
  let length = 0
  for (const piece of body) length += piece.length
  return length
}

/** One request and its answer, whatever the protocol underneath. */
export interface Exchange {
  readonly method: string
  /** Path and query as sent. */
  readonly url: string
  /** One value of a header, by its lower-case name. */
  header(name: string): string | undefined
  /** Names and values in turn, as sent; for headers that may come several times. */
  readonly rawHeaders: readonly string[]
  /** The certificate that the client showed; it proves nothing until someone verifies it. */
  readonly peerCertificate: X509Certificate | undefined
  /** Who is asking, when the way in already says so: a caller inside the process, or a socket for one user. */
  readonly trustedUser: UserInfo | undefined
  /** The whole body; throws RequestEntityTooLarge beyond `limit` bytes. */
  body(limit: number): Promise<Buffer>
  /** Told the status when the answer begins, by whoever counts answers. */
  onAnswer: ((status: number) => void) | undefined
  /** Answers at once. */
  respond(status: number, headers: ResponseHeaders, body?: ResponseBody): void
  /** Starts an answer without an end in sight. */
  stream(status: number, headers: ResponseHeaders): ResponseStream
  /** Calls back once when the client is gone or the answer is complete. */
  onClose(listener: () => void): void
}

/** An answer that goes on. */
export interface ResponseStream {
  /** Whether writing costs next to nothing, so that nothing is gained by gathering. */
  readonly prompt?: boolean
  write(bytes: Buffer): void
  /** Bytes that are written but not yet on their way: how far the client is behind. */
  readonly backlog: number
  /** Calls back once when the backlog is gone. */
  onDrain(listener: () => void): void
  /** Ends the answer in order. */
  end(): void
  /** Breaks it off. */
  destroy(): void
}
