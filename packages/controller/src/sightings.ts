import { type Clock, LruMap } from '@skep/base'
import type { Stored } from '@skep/client'

/** More than are waited for at once. What is forgotten is taken for as old as it is outside of the simulation. */
const MAX_REMEMBERED = 50_000

/**
 * Tells since when something has been so, on a controller's own clock, of which another clock wrote the time: the
 * server's, or a kubelet's. Where time is simulated, the two differ by hours, and ages must not be worked out from both.
 * So the age at first sight is taken from the world outside, and from then on the controller's time counts. Only the
 * memory of this process knows the first sight: where that matters, controllers write down times of their own.
 */
export class Sightings {
  readonly #clock: Clock
  readonly #known = new LruMap<number>(MAX_REMEMBERED)

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** When an object was made, in milliseconds of the controller's clock. */
  createdAt({ metadata }: Stored): number {
    return this.since(`created ${metadata.uid}`, metadata.creationTimestamp)
  }

  /** When somebody asked for an object to go. One that stays is taken for asked now. */
  deletedAt({ metadata }: Stored): number {
    return this.since(`deleted ${metadata.uid}`, metadata.deletionTimestamp)
  }

  /** When something became so that others wrote a time of. The key is its own, and another one when it becomes so again. */
  since(key: string, time: string | undefined): number {
    const now = this.#clock.now()
    const stamped = Date.parse(time ?? '')
    if (Number.isNaN(stamped)) return now
    const { outside } = this.#clock
    if (!outside) return stamped
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const seen = now - (toSecond(outside.now()) - toSecond(stamped))
    this.#known.set(key, seen)
    return seen
  }
}

/** Servers write whole seconds: what was made within this one is new. */
const toSecond = (ms: number): number => Math.floor(ms / 1_000) * 1_000
