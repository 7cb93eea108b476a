import type { Duplex } from 'node:stream'
import type { Block, Slab } from './slab.ts'

/** Flushes everything that was written to in a turn of the event loop, once it is over. */
export class Flusher {
  #waiting: Output[] = []
  readonly #flushAll = (): void => {
    const waiting = this.#waiting
    this.#waiting = []
    for (const output of waiting) output.flush()
  }

  schedule(output: Output): void {
    // After all that is already resolved: what several answers have to say then leaves together.
    if (this.#waiting.push(output) === 1) process.nextTick(this.#flushAll)
  }
}

/** What all connections of a server share. */
export interface SharedOutput {
  readonly slab: Slab
  readonly flusher: Flusher
}

/** What is given to a socket at once. More waits until it has gone, so that the client can begin while we go on. */
const PORTION_BYTES = 64 * 1024

/** The way out of a connection: all that is written in one turn leaves in one write, hence in as few records as can be. */
export class Output {
  readonly #socket: Duplex
  readonly #slab: Slab
  readonly #flusher: Flusher
  readonly #onRoom: () => void
  /** What is complete; the last part is `#begin` to `#end` of `#block`, and grows while nobody else takes room. */
  #parts: Buffer[] = []
  #block: Block | undefined
  #begin = 0
  #end = 0
  /** Blocks that the parts are in. */
  #held: Block[] = []
  #scheduled = false
  #queued = 0
  /** Whether the socket has more than it can take. */
  #blocked = false
  #closed = false

  /** `onRoom` is called when there is room again after there was none. */
  constructor(socket: Duplex, { slab, flusher }: SharedOutput, onRoom: () => void) {
    this.#socket = socket
    this.#slab = slab
    this.#flusher = flusher
    this.#onRoom = () => {
      this.#blocked = false
      onRoom()
    }
    socket.on('drain', this.#onRoom)
  }

  /** How much more may be written before it would pile up. Frames about the connection itself need not ask. */
  get room(): number {
    return this.#blocked || this.#closed ? 0 : PORTION_BYTES - this.#queued
  }

  /** What was written in this turn. */
  get queued(): number {
    return this.#queued
  }

  /** Room of at most `size` bytes: the place in `bytes` where it begins. To be followed by `commit`, and by nothing else. */
  reserve(size: number): number {
    this.#slab.ensure(size)
    return this.#slab.at
  }

  /** Where to write what room was reserved for. */
  get bytes(): Buffer {
    return this.#slab.block.bytes
  }

  /** Sends what was written to the reserved room, up to `end`. */
  commit(end: number): void {
    if (this.#closed) return
    const slab = this.#slab
    const begin = slab.at
    slab.at = end
    this.#queued += end - begin
    if (this.#block === slab.block && this.#end === begin) this.#end = end
    else {
      this.#closePart()
      this.#begin = begin
      this.#end = end
    }
    if (this.#block !== slab.block) this.#hold(slab.block)
    this.#schedule()
  }

  /** Sends bytes that somebody else made. */
  append(bytes: Buffer): void {
    if (this.#closed) return
    this.#closePart()
    this.#parts.push(bytes)
    this.#queued += bytes.length
    this.#schedule()
  }

  /** Gives everything to the socket now. */
  flush(): void {
    this.#scheduled = false
    this.#closePart()
    const wasFull = this.#queued >= PORTION_BYTES
    this.#queued = 0
    const parts = this.#parts
    if (parts.length === 0) return
    this.#parts = []
    const bytes = parts.length === 1 ? parts[0] : Buffer.concat(parts)
    this.#blocked = !this.#socket.write(bytes, this.#takeHeld())
    // A socket that takes all of it at once does not say when there is room again.
    if (wasFull && !this.#blocked) setImmediate(this.#onRoom)
  }

  /** From now on, nothing is sent. */
  close(): void {
    this.#closed = true
    this.#parts = []
    this.#begin = this.#end
    this.#takeHeld()()
  }

  #hold(block: Block): void {
    block.users++
    this.#block = block
    this.#held.push(block)
  }

  /** What gives the blocks back, once the socket no longer needs them. */
  #takeHeld(): () => void {
    const held = this.#held
    this.#held = []
    this.#block = undefined
    return () => {
      for (const block of held) this.#slab.release(block)
    }
  }

  #closePart(): void {
    if (this.#end > this.#begin) this.#parts.push(this.#block!.bytes.subarray(this.#begin, this.#end))
    this.#begin = this.#end
  }

  #schedule(): void {
    if (this.#scheduled) return
    this.#scheduled = true
    this.#flusher.schedule(this)
  }
}
