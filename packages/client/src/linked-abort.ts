/** An AbortController that follows a signal until it is let go. */
export interface LinkedAbort {
  readonly controller: AbortController
  /** Stops following. A signal may live as long as the program, so whoever follows it must let go. */
  unlink(): void
}

/** Makes one; it has aborted already if the signal has. */
export function linkAbort(signal: AbortSignal | undefined): LinkedAbort {
  const controller = new AbortController()
  const follow = () => controller.abort(signal?.reason)
  if (signal?.aborted) follow()
  else signal?.addEventListener('abort', follow, { once: true })
  return { controller, unlink: () => signal?.removeEventListener('abort', follow) }
}
