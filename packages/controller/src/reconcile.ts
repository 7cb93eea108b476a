import type { Clock, Logger, Random } from '@skep/base'
import type { ObjectRef } from '@skep/client'
import type { EventRecorder } from './events.ts'
import type { Sightings } from './sightings.ts'

/** What a reconciler works with besides the clients it was made with. */
export interface Ctx {
  /** Has the controller and the object as fields. */
  readonly log: Logger
  readonly clock: Clock
  /** Times that others wrote, such as the server, on that clock: ages are worked out from these alone. */
  readonly sightings: Sightings
  readonly random: Random
  /** Aborts when the work must end now: the lease is lost, or the time for a graceful stop is over. */
  readonly signal: AbortSignal
  /** Records events on objects, for people to read. */
  readonly events: EventRecorder
}

/** What to do after one run: `{}` waits for the next change, `requeueAfterMs` comes back then. Throwing means again. */
export interface Result {
  readonly requeueAfterMs?: number
  /** Nothing is expected of coming back, which is done for ever: no reason for a simulation to leap to it. */
  readonly isRoutine?: boolean
}

/**
 * Brings one object closer to what it should be. It gets a name and reads the rest, so that it would do the same after
 * a restart. It must not sleep: virtual time stands still while it runs. Three outcomes: wait, come back, throw.
 */
export type Reconciler = (ctx: Ctx, key: ObjectRef) => Promise<Result>

/** A failure that trying again cannot help, until somebody changes the object. */
export class Terminal extends Error {
  override readonly name = 'Terminal'
}

/**
 * A failure that only people can help, who wrote what it is about and read a condition that says so. It is tried again,
 * since they may correct something else than the object; the log has it once.
 */
export class Mistake extends Error {
  override readonly name = 'Mistake'
}

/** Whether something failed for a mistake of people alone. */
export const isMistake = (error: unknown): error is Error => error instanceof Mistake

/** The outcome of several steps: whoever wants to come back first decides. */
export function mergeResults(results: readonly Result[]): Result {
  let first: Result = {}
  for (const result of results) {
    if ((result.requeueAfterMs ?? Infinity) < (first.requeueAfterMs ?? Infinity)) first = result
  }
  return first
}
