import { toStatusError } from '@skep/base'
import type { ResponseStream } from './exchange.ts'
import { errorLine } from './watch-encoder.ts'
import type { Paced, WatchPacer } from './watch-pacer.ts'

/** A watcher that is further behind than this is cut off; it will come back and list. */
const MAX_BACKLOG_BYTES = 16 * 1024 * 1024
/** The initial state waits for the client after this much. */
const PAUSE_AT_BYTES = 1024 * 1024

type Line = Buffer | Promise<Buffer>

/** The way of a watch's lines to its client: in order, many per write, and never more in memory than a bound. */
export class WatchOutbox implements Paced {
  readonly #stream: ResponseStream
  readonly #pacer: WatchPacer
  #lines: Line[] = []
  /** Of `#lines`, as far as they are made. */
  #bytes = 0
  #initial: Iterator<() => Line> | undefined
  #sending = false
  /** Resolves when what is being sent has been. */
  #sent: Promise<void> = Promise.resolve()
  #closed = false

  constructor(stream: ResponseStream, pacer: WatchPacer) {
    this.#stream = stream
    this.#pacer = pacer
  }

  /** Lines of the initial state, made one by one as the client takes them; everything added later follows them. */
  start(initial: Iterable<() => Line>): void {
    this.#initial = initial[Symbol.iterator]()
    this.flush()
  }

  add(line: Line): void {
    // Whoever awaits the line hears of its failure; when nobody does any more, nobody needs to.
    if (line instanceof Promise) line.catch(ignore)
    if (this.#closed) return
    this.#lines.push(line)
    this.#bytes += sizeOf(line)
    if (this.#bytes + this.#stream.backlog > MAX_BACKLOG_BYTES) this.#cutOff()
    else if (this.#stream.prompt) this.flush()
    else if (!this.#sending) this.#pacer.schedule(this)
  }

  /** Sends what is waiting. What cannot go at once, because of the client or a conversion, is seen to. */
  flush(): void {
    if (this.#closed || this.#sending) return
    if (this.#initial || this.#mustWait() || this.#lines.some((line) => line instanceof Promise)) void this.#send()
    // None of them is a promise, as just checked.
    else if (this.#lines.length > 0) this.#write(this.#takeLines() as Buffer[])
  }

  /** Sends what is waiting, then ends the answer. */
  async finish(): Promise<void> {
    await this.#send()
    if (this.#closed) return
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

  #mustWait(): boolean {
    return this.#stream.backlog > PAUSE_AT_BYTES
  }

  /** One at a time, so that lines stay in order. */
  #send(): Promise<void> {
    if (!this.#sending) this.#sent = this.#sendAll()
    return this.#sent
  }

  async #sendAll(): Promise<void> {
    this.#sending = true
    try {
      while (!this.#closed && (this.#initial || this.#lines.length > 0)) {
        if (this.#mustWait()) await new Promise<void>((resolve) => this.#stream.onDrain(resolve))
        this.#write(await Promise.all(this.#initial ? this.#takeInitial(this.#initial) : this.#takeLines()))
      }
    } catch (error) {
      this.#fail(error)
    }
    this.#sending = false
  }

  /** A watch that cannot show a change is over: one that went on would have missed it. */
  #fail(error: unknown): void {
    if (this.#closed) return
    this.#stream.write(errorLine(toStatusError(error)))
    this.close()
    this.#stream.end()
  }

  #write(lines: readonly Buffer[]): void {
    if (!this.#closed && lines.length > 0) this.#stream.write(this.#pacer.join(lines))
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

function ignore(): void {}
