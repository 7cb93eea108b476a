import type { Clock, Timer } from '@skep/base'
import { type ObjectRef, objectKey } from '@skep/client'
import type { Source } from './sources.ts'

/** How long changes are gathered. Who sums others up need not do so for every single one of them. */
const BURST_MS = 100

/** A source whose changes bring an object to work once for all of them that come within a moment. */
export function inBursts(clock: Clock, source: Source): Source {
  const waiting = new Map<string, Timer>()
  const gather =
    (enqueue: (ref: ObjectRef) => void) =>
    (ref: ObjectRef): void => {
      const key = objectKey(ref)
      if (waiting.has(key)) return
      const bring = (): void => {
        waiting.delete(key)
        enqueue(ref)
      }
      waiting.set(key, clock.setTimer(BURST_MS, bring))
    }
  return { ...source, handler: (enqueue) => source.handler(gather(enqueue)) }
}
