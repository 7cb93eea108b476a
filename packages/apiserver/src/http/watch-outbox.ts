import type { ResponseStream } from './exchange.ts'

/** A watcher that is further behind than this is cut off; it will come back and list. */
const MAX_BACKLOG_BYTES = 16 * 1024 * 1024
/** The initial state waits for the client after this much. */
const PAUSE_AT_BYTES = 1024 * 1024

type Line = Buffer | Promise<Buffer>

/**
 * The way of a watch's lines to its client: in order, many per write, and never more in memory than a bound. Lines of
 * one group commit come in one turn of the event loop, and leave together in the next.
 */
export class WatchOutbox {
  readonly #stream: ResponseStream
  #lines: Line[] = []
  /** Of `#lines`, as far as they are made. */
  #bytes = 0
  #initial: Iterator<() => Line> | undefined
  #running = false
  #closed = false

  constructor(stream: ResponseStream) {
    this.#stream = stream
  }

  /** Lines of the initial state, made one by one as the client takes them; everything added later follows them. */
  start(initial: Iterable<() => Line>): void {
    this.#initial = initial[Symbol.iterator]()
    this.#run()
  }

  add(line: Line): void {
    if (this.#closed) return
    this.#lines.push(line)
    this.#bytes += sizeOf(line)
    if (this.#bytes + this.#stream.backlog > MAX_BACKLOG_BYTES) this.#cutOff()
    else this.#run()
  }

  /** Sends what is waiting, then ends the answer. */
  async finish(): Promise<void> {
    while (this.#hasMore()) await this.#flush()
    this.close()
    this.#stream.end()
  }

  close(): void {
    this.#closed = true
    this.#lines = []
    this.#initial = undefined
  }

  #cutOff(): void {
    this.close()
    this.#stream.destroy()
  }

  #hasMore(): boolean {
    return !this.#closed && (this.#initial !== undefined || this.#lines.length > 0)
  }

  /** Starts sending in the next turn, unless that is under way. */
  #run(): void {
    if (this.#running) return
    this.#running = true
    setImmediate(async () => {
      while (this.#hasMore()) await this.#flush()
      this.#running = false
    })
  }

  async #flush(): Promise<void> {
    if (this.#stream.backlog > PAUSE_AT_BYTES) await new Promise<void>((resolve) => this.#stream.onDrain(resolve))
    const lines = this.#initial ? this.#takeInitial(this.#initial) : this.#takeLines()
    const made = lines.some((line) => line instanceof Promise) ? await Promise.all(lines) : (lines as Buffer[])
    if (this.#closed || made.length === 0) return
    this.#stream.write(made.length === 1 ? made[0]! : Buffer.concat(made))
  }

  #takeLines(): Line[] {
    const lines = this.#lines
    this.#lines = []
    this.#bytes = 0
    return lines
  }

  /** As much of the initial state as fits in one write. */
  #takeInitial(initial: Iterator<() => Line>): Line[] {
    const lines: Line[] = []
    for (let size = 0; size < PAUSE_AT_BYTES; size += sizeOf(lines.at(-1)!)) {
      const { value, done } = initial.next()
      if (done) {
        this.#initial = undefined
        break
      }
      lines.push(value())
    }
    return lines
  }
}

/** A line that is still being made counts as a typical one. */
const sizeOf = (line: Line): number => (line instanceof Promise ? 2048 : line.length)
