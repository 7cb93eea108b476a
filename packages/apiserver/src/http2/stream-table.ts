import type { ServerStream } from './server-stream.ts'

/** Streams that the server broke off; what the client sent before it heard of that is no mistake of its. */
const REMEMBERED_RESETS = 128

/** The streams of a connection. */
export class StreamTable {
  readonly #open = new Map<number, ServerStream>()
  readonly #reset = new Set<number>()
  /** Given up by the client, and still being worked on. */
  abandoned = 0
  /** The highest that the client has used. */
  last = 0

  get(id: number): ServerStream | undefined {
    return this.#open.get(id)
  }

  /** Whether it has not been used yet. Streams of clients have odd numbers. */
  isIdle(id: number): boolean {
    return id > this.last || (id & 1) === 0
  }

  get size(): number {
    return this.#open.size
  }

  /** What the connection keeps the server busy with. */
  get load(): number {
    return this.#open.size + this.abandoned
  }

  add(stream: ServerStream): void {
    this.#open.set(stream.id, stream)
  }

  delete(stream: ServerStream): void {
    if (this.#open.delete(stream.id) && !stream.answered) this.abandoned++
  }

  rememberReset(id: number): void {
    this.#reset.add(id)
    if (this.#reset.size <= REMEMBERED_RESETS) return
    for (const oldest of this.#reset) {
      this.#reset.delete(oldest)
      return
    }
  }

  wasReset(id: number): boolean {
    return this.#reset.has(id)
  }

  values(): Iterable<ServerStream> {
    return this.#open.values()
  }
}
