import { createRandom, silentLogger, VirtualClock } from '@skep/base'
import type { EventNote } from '../events.ts'
import type { Ctx } from '../reconcile.ts'
import { Sightings } from '../sightings.ts'

/** What a reconciler gets, for tests of its parts; `recorded` has the events. */
export function testCtx(signal: AbortSignal = new AbortController().signal): Ctx & { readonly recorded: EventNote[] } {
  const recorded: EventNote[] = []
  const clock = new VirtualClock()
  return {
    clock,
    sightings: new Sightings(clock),
    random: createRandom(1),
    log: silentLogger,
    signal,
    events: { record: (_object, note) => void recorded.push(note), flush: async () => {} },
    recorded,
  }
}
