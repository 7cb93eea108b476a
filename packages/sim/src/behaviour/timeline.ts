import { createRandom, type Random } from '@skep/base'
import type { KindBehaviour, TimedState } from './contracts.ts'
import { drawSeconds } from './delay-seconds.ts'

/**
 * How long each state lasts for one object. The total is shared out in proportion to the states' own durations, or
 * evenly when they have none; `eachSeconds` is what somebody decided for every state of this object. What is drawn
 * depends on `chance` alone, so that it is the same whenever somebody asks.
 */
export function timelineOf(behaviour: KindBehaviour, chance: string, eachSeconds?: number): TimedState[] {
  const { states } = behaviour
  const seconds = eachSeconds === undefined ? shareOut(behaviour, chance) : states.map(() => eachSeconds)
  return states.map(({ name, conditions }, index) => ({
    name,
    conditions,
    durationMs: Math.round(seconds[index]! * 1_000),
  }))
}

function shareOut({ defaultDelaySeconds, states }: KindBehaviour, chance: string): number[] {
  const isDrawn = [defaultDelaySeconds, ...states.map(({ durationSeconds }) => durationSeconds)].some(
    (delay) => typeof delay !== 'number',
  )
  const random = isDrawn ? createRandom(chance) : NO_CHANCE
  const asked = drawSeconds(defaultDelaySeconds, random)
  const own = states.map(({ durationSeconds }) => drawSeconds(durationSeconds, random))
  const sum = own.reduce((total, seconds) => total + seconds, 0)
  const total = asked > 0 ? asked : sum
  return own.map((seconds) => (sum === 0 ? total / states.length : (seconds * total) / sum))
}

/** For delays that are plain numbers: nobody draws from it. */
const NO_CHANCE: Random = createRandom('nothing is drawn')
