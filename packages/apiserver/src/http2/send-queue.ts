/** Bytes that wait to be sent, in the pieces in which they came. */
export class SendQueue {
  #pieces: Buffer[] = []
  /** Where the next byte is. */
  #piece = 0
  #offset = 0
  size = 0

  push(bytes: Buffer): void {
    if (bytes.length === 0) return
    this.#pieces.push(bytes)
    this.size += bytes.length
  }

  /** Moves `count` bytes, of those that are there, to a place in a buffer. */
  moveTo(into: Buffer, at: number, count: number): void {
    this.size -= count
    for (let left = count; left > 0; ) {
      const piece = this.#pieces[this.#piece]!
      const moved = piece.copy(into, at, this.#offset, Math.min(piece.length, this.#offset + left))
      at += moved
      left -= moved
      this.#offset += moved
      if (this.#offset === piece.length) this.#next()
    }
  }

  clear(): void {
    this.#pieces = []
    this.#piece = 0
    this.#offset = 0
    this.size = 0
  }

  #next(): void {
    this.#piece++
    this.#offset = 0
    if (this.#piece < this.#pieces.length) return
    this.#pieces = []
    this.#piece = 0
  }
}
