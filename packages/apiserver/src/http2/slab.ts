/** A piece of memory that answers are written to. */
export interface Block {
  readonly bytes: Buffer
  /** How many writes to sockets still need it. */
  users: number
}

const BLOCK_BYTES = 512 * 1024
/** More are only needed while clients are slow; those go back to where they came from. */
const MAX_FREE = 4

/**
 * Room for what is about to be sent, for all connections. Blocks are used again and again: memory that comes and goes at
 * the rate at which watchers are sent to would keep the garbage collector busy with nothing else.
 */
export class Slab {
  block: Block = makeBlock(BLOCK_BYTES)
  /** Where the next free byte of the block is. */
  at = 0
  readonly #free: Block[] = []

  /** Makes sure of so much room in one piece. */
  ensure(size: number): void {
    if (this.at + size <= this.block.bytes.length) return
    this.at = 0
    // The last one is free again when all that was written to it has gone.
    if (this.block.users === 0 && size <= this.block.bytes.length) return
    this.block = size > BLOCK_BYTES ? makeBlock(size) : (this.#free.pop() ?? makeBlock(BLOCK_BYTES))
  }

  /** Somebody no longer needs a block. */
  release(block: Block): void {
    block.users--
    if (block.users > 0 || block === this.block || block.bytes.length > BLOCK_BYTES) return
    if (this.#free.length < MAX_FREE) this.#free.push(block)
  }
}

const makeBlock = (size: number): Block => ({ bytes: Buffer.allocUnsafeSlow(size), users: 0 })
