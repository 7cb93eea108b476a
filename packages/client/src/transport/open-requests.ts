import { linkAbort } from '../linked-abort.ts'

/** One request under way: its own signal, and what to call when it is over. */
export interface OpenRequest {
  readonly signal: AbortSignal
  end(): void
}

/**
 * The requests of a transport that are under way, each with a signal of its own. A caller's signal may live as long as
 * the program, so nothing stays attached to it once a request is over.
 */
export class OpenRequests {
  readonly #controllers = new Set<AbortController>()
  #closed: unknown

  /** Throws the signal's reason when it has aborted, and the reason of `abortAll` after that. */
  begin(caller: AbortSignal | undefined): OpenRequest {
    caller?.throwIfAborted()
    if (this.#closed !== undefined) throw this.#closed
    const { controller, unlink } = linkAbort(caller)
    this.#controllers.add(controller)
    return {
      signal: controller.signal,
      end: () => {
        this.#controllers.delete(controller)
        unlink()
      },
    }
  }

  /** Breaks off all requests, and refuses later ones. */
  abortAll(reason: Error): void {
    this.#closed = reason
    for (const controller of this.#controllers) controller.abort(reason)
  }
}

/** What the promise gives, or the reason of the signal if that comes first. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => {}
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The body of an answer whose request is over when the body is; one that ends because of the signal fails. */
export async function* bodyOf(chunks: AsyncIterable<Buffer>, { signal, end }: OpenRequest): AsyncGenerator<Buffer> {
  try {
    yield* chunks
    signal.throwIfAborted()
  } finally {
    end()
  }
}
