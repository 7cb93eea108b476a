/** Is told of a body. */
export interface BodyReader {
  /** It is complete. */
  onBody(bytes: Buffer): void
  /** It is larger than the reader wants; nothing of it is kept. */
  onTooLarge(): void
  /** The client will not send the rest. */
  onGone(): void
}

/** Is told that bytes of a body no longer count against the windows. */
export interface BodyOwner {
  onBodyTaken(bytes: number): void
}

const NOTHING = Buffer.alloc(0)
const DISCARDER: BodyReader = { onBody: () => {}, onTooLarge: () => {}, onGone: () => {} }

/** The body of a request as it comes in. Until somebody reads it, no more comes than the window allows. */
export class RequestBody {
  readonly #owner: BodyOwner
  #chunks: Buffer[] = []
  #untaken = 0
  #reader: BodyReader | undefined
  #limit = Number.POSITIVE_INFINITY
  size = 0
  complete = false

  constructor(owner: BodyOwner) {
    this.#owner = owner
  }

  /** Everything of a complete body. */
  get bytes(): Buffer {
    if (this.#chunks.length === 0) return NOTHING
    return this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks)
  }

  /** Waits for a body that is not complete yet, of at most `limit` bytes. */
  read(limit: number, reader: BodyReader): void {
    this.#reader = reader
    this.#limit = limit
    this.#take()
    this.#checkLimit()
  }

  push(chunk: Buffer): void {
    this.size += chunk.length
    this.#untaken += chunk.length
    if (this.#reader) this.#take()
    if (this.size <= this.#limit) this.#chunks.push(chunk)
    else this.#checkLimit()
  }

  finish(): void {
    this.complete = true
    this.#take()
    this.#reader?.onBody(this.bytes)
    this.#reader = undefined
  }

  /** Gives up: the stream is over. */
  abandon(): void {
    this.#take()
    const reader = this.#reader
    this.#reader = undefined
    this.#limit = 0
    if (!this.complete) this.#chunks = []
    reader?.onGone()
  }

  #take(): void {
    if (this.#untaken === 0) return
    const taken = this.#untaken
    this.#untaken = 0
    this.#owner.onBodyTaken(taken)
  }

  /** What exceeds the limit is thrown away, and so is what follows. */
  #checkLimit(): void {
    if (this.size <= this.#limit) return
    this.#chunks = []
    const reader = this.#reader
    this.#reader = DISCARDER
    reader?.onTooLarge()
  }
}
