/** One request under way. It is broken off by the signal of its caller, or by the transport, and ends once. */
export class OpenRequest {
  readonly #caller: AbortSignal | undefined
  readonly #onEnd: (request: OpenRequest) => void
  #controller: AbortController | undefined
  #onBroken: (() => void) | undefined
  #reject: ((reason: unknown) => void) | undefined
  #broken: { readonly reason: unknown } | undefined

  constructor(caller: AbortSignal | undefined, onEnd: (request: OpenRequest) => void) {
    this.#caller = caller
    this.#onEnd = onEnd
    caller?.addEventListener('abort', this.#follow)
  }

  readonly #follow = (): void => this.breakOff(this.#caller?.reason)

  /** Aborts when the request is broken off. Made when somebody asks for it, which most of those in one process never do. */
  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.#broken) this.#controller.abort(this.#broken.reason)
    }
    return this.#controller.signal
  }

  /** Why it is broken off; undefined as long as it is not. */
  get broken(): { readonly reason: unknown } | undefined {
    return this.#broken
  }

  /** Told when the request is broken off, or at once when it is already. There is one listener. */
  onBroken(listener: () => void): void {
    this.#onBroken = listener
    if (this.#broken) listener()
  }

  /** What the promise gives, or why the request is broken off if that comes first. */
  untilBroken<T>(promise: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#broken) reject(this.#broken.reason)
      this.#reject = reject
      // Even then: a failure that nobody looks at ends the program.
      promise.then(resolve, reject)
    })
  }

  breakOff(reason: unknown): void {
    this.#broken = { reason }
    this.#controller?.abort(reason)
    this.#onBroken?.()
    this.#reject?.(reason)
  }

  /** A caller's signal may live as long as the program, so nothing stays attached to it. */
  end(): void {
    this.#caller?.removeEventListener('abort', this.#follow)
    this.#onEnd(this)
  }
}

/** The requests of a transport that are under way. */
export class OpenRequests {
  readonly #open = new Set<OpenRequest>()
  #closed: unknown

  /** Throws the signal's reason when it has aborted, and the reason of `abortAll` after that. */
  begin(caller: AbortSignal | undefined): OpenRequest {
    caller?.throwIfAborted()
    if (this.#closed !== undefined) throw this.#closed
    const request = new OpenRequest(caller, this.#forget)
    this.#open.add(request)
    return request
  }

  readonly #forget = (request: OpenRequest): void => void this.#open.delete(request)

  /** Breaks off all requests, and refuses later ones. */
  abortAll(reason: Error): void {
    this.#closed = reason
    for (const request of this.#open) request.breakOff(reason)
  }
}

/** The body of an answer whose request is over when the body is; one that ends because of the signal fails. */
export const bodyOf = (chunks: AsyncIterable<Buffer>, open: OpenRequest): AsyncIterableIterator<Buffer> =>
  new OpenBody(chunks[Symbol.asyncIterator](), open)

/** Of a class rather than a generator, because most watches wait here most of the time, and there are thousands. */
class OpenBody implements AsyncIterableIterator<Buffer> {
  readonly #chunks: AsyncIterator<Buffer>
  readonly #open: OpenRequest

  constructor(chunks: AsyncIterator<Buffer>, open: OpenRequest) {
    this.#chunks = chunks
    this.#open = open
  }

  [Symbol.asyncIterator](): AsyncIterableIterator<Buffer> {
    return this
  }

  next(): Promise<IteratorResult<Buffer>> {
    return this.#chunks.next().then(this.#onNext, this.#onFailure)
  }

  async return(): Promise<IteratorResult<Buffer>> {
    try {
      await this.#chunks.return?.()
    } finally {
      this.#open.end()
    }
    return { done: true, value: undefined }
  }

  readonly #onNext = (next: IteratorResult<Buffer>): IteratorResult<Buffer> => {
    if (!next.done) return next
    this.#open.end()
    if (this.#open.broken) throw this.#open.broken.reason
    return next
  }

  readonly #onFailure = (error: unknown): never => {
    this.#open.end()
    throw error
  }
}
