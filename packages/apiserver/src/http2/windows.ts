import { MAX_31_BITS } from './frames.ts'

/** What a window has unless something else was agreed on (RFC 9113, 6.9.2). */
export const DEFAULT_WINDOW = 65_535

/** How much may still be sent. It can be negative, when the client changed its mind about windows. */
export class SendWindow {
  size: number

  constructor(size: number) {
    this.size = size
  }

  /** False when the window would be larger than windows can be. */
  grow(by: number): boolean {
    this.size += by
    return this.size <= MAX_31_BITS
  }
}

/** How much a client may still send. It hears of more room in portions: a frame for each chunk would be a waste. */
export class ReceiveWindow {
  readonly #size: number
  #left: number
  #unreported = 0

  constructor(size: number) {
    this.#size = size
    this.#left = size
  }

  /** False when the client sent more than it was allowed to. */
  take(bytes: number): boolean {
    this.#left -= bytes
    return this.#left >= 0
  }

  /** Room again for what was taken; returns by how much the client should hear that the window grows, mostly 0. */
  release(bytes: number): number {
    this.#unreported += bytes
    if (this.#unreported < this.#size / 2) return 0
    const grown = this.#unreported
    this.#left += grown
    this.#unreported = 0
    return grown
  }
}
