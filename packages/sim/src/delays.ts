import type { Random } from '@skep/base'

/** How many milliseconds something takes: always the same, anything in a range, or whatever a function draws. */
export type Delay = number | readonly [min: number, max: number] | ((random: Random) => number)

/** How long the steps of a pod's life take. */
export interface PodDelays {
  /** From being bound to the start of the first container: sandbox, volumes, images. */
  readonly startMs: Delay
  /** Run of an init container. */
  readonly initMs: Delay
  /** Run of a container that ends by itself, where no annotation says how long. */
  readonly runMs: Delay
  /** From the request to stop to the end of the containers; never longer than the grace period. */
  readonly stopMs: Delay
}

/** What a small cluster with a registry nearby looks like. */
export const DEFAULT_DELAYS: PodDelays = {
  startMs: [1_000, 3_000],
  initMs: [500, 1_500],
  runMs: [2_000, 5_000],
  stopMs: [200, 1_000],
}

/** Draws one duration, in whole milliseconds. */
export function drawMs(delay: Delay, random: Random): number {
  if (typeof delay === 'number') return delay
  if (typeof delay === 'function') return Math.round(delay(random))
  const [min, max] = delay
  return min + random.int(max - min + 1)
}
