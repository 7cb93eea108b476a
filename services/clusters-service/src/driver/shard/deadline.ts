import type { Clock } from '@skep/base'
import { ConnectionError, linkAbort } from '@skep/client'

/** Until when something has to be done. */
export interface Deadline {
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly limitMs: number
}

/** Does something with a signal that also aborts when it takes too long, as if the connection had broken. */
export async function withDeadline<T>(
  { clock, signal, limitMs }: Deadline,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { controller, unlink } = linkAbort(signal)
  const timer = clock.setTimer(limitMs, () => {
    controller.abort(new ConnectionError(`no answer within ${limitMs / 1_000} s`, { sent: true }))
  })
  try {
    return await work(controller.signal)
  } finally {
    timer.cancel()
    unlink()
  }
}
