import { humanDuration } from '@skep/base'
import type { Explained } from './model.ts'

/** By which clock a time was written: that of the API server, which is real, or that of an operator, which may be simulated. */
export type TimeSource = 'server' | 'operator'

/** What time it is. */
export interface Times {
  readonly now: number
  /** In the simulation that the operators live in; undefined where there is none, or nobody tells. */
  readonly simulated?: number | undefined
}

/** Tells how long ago something was; says nothing where that is not known. */
export type AgeOf = (time: string | undefined, source?: TimeSource) => string

/** Clocks of different machines are that far apart without anybody's intention. */
const SKEW_MS = 30_000

/** Ages as of now, each by the clock that its time was written by. */
export function agesOf(explained: Explained, times: Times): AgeOf {
  const operators = operatorsNow(explained, times)
  return (time, source = 'operator') => {
    const at = Date.parse(time ?? '')
    const isServers = source === 'server' && at <= times.now + SKEW_MS
    const asOf = isServers ? times.now : operators
    if (Number.isNaN(at) || asOf === undefined || at > asOf + SKEW_MS) return ''
    return humanDuration(Math.max(asOf - at, 0))
  }
}

/** What time it is for operators: simulated time, if it is theirs; undefined if theirs is another that nobody tells. */
export function operatorsNow(explained: Explained, { now, simulated }: Times): number | undefined {
  const newest = newestTime(explained)
  if (simulated !== undefined && newest <= simulated + SKEW_MS) return simulated
  return newest <= now + SKEW_MS ? now : undefined
}

/** The newest that an operator wrote. */
const newestTime = ({ since, sinceBy, children }: Explained): number =>
  children.reduce(
    (newest, child) => Math.max(newest, newestTime(child)),
    sinceBy === 'server' ? 0 : Date.parse(since ?? '') || 0,
  )

/** A line about time where it is not as everywhere else; undefined where it is. */
export function describeTimes(explained: Explained, times: Times): string | undefined {
  const operators = operatorsNow(explained, times)
  if (operators === undefined) {
    return 'Conditions lie ahead of time, as in a simulation that is faster: give its address with --sim-url to see ages.'
  }
  if (Math.abs(operators - times.now) <= SKEW_MS) return undefined
  return `Time is simulated: SINCE of conditions is by the simulation's clock (${describeTime(operators)}), that of the rest is real.`
}

const describeTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')
