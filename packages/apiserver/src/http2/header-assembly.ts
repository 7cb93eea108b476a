import { ConnectionError, ErrorCode } from './errors.ts'
import { Flag } from './frames.ts'
import type { Http2Limits } from './limits.ts'

const PRIORITY_BYTES = 5

/** A header block in full, still compressed. */
export interface AssembledBlock {
  readonly stream: number
  readonly endsStream: boolean
  readonly block: Buffer
}

/** Puts header blocks together that come in several frames. */
export class HeaderAssembly {
  readonly #limits: Http2Limits
  #stream = 0
  #endsStream = false
  #parts: Buffer[] = []
  #size = 0

  constructor(limits: Http2Limits) {
    this.#limits = limits
  }

  /** Whether a block is not complete; nothing else may come meanwhile. */
  get isOpen(): boolean {
    return this.#stream !== 0
  }

  /** Takes a HEADERS frame, and returns its block if that is all of it. */
  begin(flags: number, stream: number, payload: Buffer): AssembledBlock | undefined {
    const block = withoutPriority(flags, withoutPadding(flags, payload))
    const endsStream = (flags & Flag.endStream) !== 0
    if (flags & Flag.endHeaders) return { stream, endsStream, block }
    this.#stream = stream
    this.#endsStream = endsStream
    this.#parts = []
    this.#size = 0
    this.#add(block)
    return undefined
  }

  /** Takes a CONTINUATION frame. */
  continue(flags: number, stream: number, payload: Buffer): AssembledBlock | undefined {
    if (this.#stream !== stream) throw new ConnectionError(ErrorCode.protocolError, 'there is nothing to continue')
    this.#add(payload)
    if (!(flags & Flag.endHeaders)) return undefined
    const block = Buffer.concat(this.#parts)
    this.#parts = []
    this.#stream = 0
    return { stream, endsStream: this.#endsStream, block }
  }

  #add(part: Buffer): void {
    this.#parts.push(part)
    this.#size += part.length
    if (this.#size > this.#limits.headerBlockBytes || this.#parts.length > this.#limits.continuations) {
      throw new ConnectionError(ErrorCode.enhanceYourCalm, 'the headers do not end')
    }
  }
}

/** The payload of a DATA or HEADERS frame without what pads it. */
export function withoutPadding(flags: number, payload: Buffer): Buffer {
  if (!(flags & Flag.padded)) return payload
  const padding = payload[0]
  if (padding === undefined) throw new ConnectionError(ErrorCode.frameSizeError, 'a padded frame is empty')
  // The byte that says how much there is does not count.
  if (padding >= payload.length) {
    throw new ConnectionError(ErrorCode.protocolError, 'there is more padding than frame')
  }
  return payload.subarray(1, payload.length - padding)
}

/** Priorities of streams are a thing of the past (RFC 9113, 5.3): they are skipped. */
function withoutPriority(flags: number, payload: Buffer): Buffer {
  if (!(flags & Flag.priority)) return payload
  if (payload.length < PRIORITY_BYTES) throw new ConnectionError(ErrorCode.frameSizeError, 'half a priority')
  return payload.subarray(PRIORITY_BYTES)
}
