import type { Clock } from '@skep/base'
import { type ObjectRef, objectKey } from '@skep/client'
import type { Source } from './sources.ts'

/** How long changes are gathered. Who sums others up need not do so for every single one of them. */
const BURST_MS = 100
/** A timer that fires later than this tells that the process has more to do than it can. */
const LATE_MS = 10
/** Nobody waits longer, however much there is to do. */
const LONGEST_BURST_MS = 1_000

/**
 * Sources of one controller whose changes bring an object to work once for all of them, of any source, that come within
 * a moment. While the process is behind, changes come slowly, too, and are gathered for longer.
 */
export function inBursts(clock: Clock, ...sources: readonly Source[]): Source[] {
  const waiting = new Set<string>()
  return sources.map((source) => ({
    ...source,
    handler: (enqueue) => source.handler(gathered(clock, enqueue, waiting)),
  }))
}

/** Brings an object to work once for all calls that come within a moment, as `inBursts` does for changes. */
export function gathered(
  clock: Clock,
  enqueue: (ref: ObjectRef) => void,
  /** Keys of what is about to be brought, by whomever. */
  waiting: Set<string> = new Set(),
): (ref: ObjectRef) => void {
  return (ref) => {
    const key = objectKey(ref)
    if (waiting.has(key)) return
    waiting.add(key)
    atLeisure(clock, () => {
      waiting.delete(key)
      enqueue(ref)
    })
  }
}

/** Calls a function after a moment: the first at whose end there is time. */
function atLeisure(clock: Clock, fn: () => void, since = clock.now()): void {
  const due = clock.now() + BURST_MS
  clock.setTimer(BURST_MS, () => {
    const now = clock.now()
    if (now - due > LATE_MS && now - since < LONGEST_BURST_MS) atLeisure(clock, fn, since)
    else fn()
  })
}
