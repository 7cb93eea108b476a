import { humanDuration } from '@skep/base'
import type { Explained } from './model.ts'

/** Tells how long ago something was. */
export type AgeOf = (time: string | undefined) => string

/**
 * Ages as of now. In a simulation that runs faster than time, conditions lie ahead of it; to those, now is the newest
 * thing that was seen.
 */
export function agesOf(explained: Explained, now: number): AgeOf {
  const newest = Math.max(now, newestTime(explained))
  return (time) => {
    const at = Date.parse(time ?? '')
    if (Number.isNaN(at)) return ''
    return humanDuration((at > now ? newest : now) - at)
  }
}

const newestTime = ({ since, children }: Explained): number =>
  children.reduce((newest, child) => Math.max(newest, newestTime(child)), Date.parse(since ?? '') || 0)
