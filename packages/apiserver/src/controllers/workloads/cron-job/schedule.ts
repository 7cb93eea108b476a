import type { CronField, CronSchedule } from '@skep/api'
import type { WallClock } from './wall-clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A schedule that does not come up for so long never does, such as the 30th of February. */
const SEARCH_DAYS = 5 * 366

type Calendar = Exclude<CronSchedule, { everyMs: number }>
type Direction = 'forwards' | 'backwards'

/** The first time after `after` at which a schedule comes up, in ms; undefined when it never does. */
export function nextTime(schedule: CronSchedule, clock: WallClock, after: number): number | undefined {
  if ('everyMs' in schedule) return Math.floor(after / 1000) * 1000 + schedule.everyMs
  // A clock that is set back shows what it has shown before, so the search begins that much earlier.
  for (const shown of timesShown(schedule, clock.read(after) - 2 * HOUR_MS, 'forwards')) {
    const instant = clock.instantsOf(shown).find((each) => each > after)
    if (instant !== undefined) return instant
  }
  return undefined
}

/** The last time up to `upTo` at which a schedule has come up. */
function lastTime(schedule: Calendar, clock: WallClock, upTo: number): number | undefined {
  for (const shown of timesShown(schedule, clock.read(upTo) + 2 * HOUR_MS, 'backwards')) {
    const instant = clock.instantsOf(shown).findLast((each) => each <= upTo)
    if (instant !== undefined) return instant
  }
  return undefined
}

/** The times at which clocks show what a schedule asks for, from one of them on. */
function* timesShown(schedule: Calendar, from: number, direction: Direction): Iterable<number> {
  const firstDay = Math.floor(from / DAY_MS) * DAY_MS
  const sign = direction === 'forwards' ? 1 : -1
  for (let passed = 0; passed < SEARCH_DAYS; passed++) {
    const day = firstDay + sign * passed * DAY_MS
    if (!isDay(schedule, new Date(day))) continue
    for (const hour of inOrder(schedule.hours, sign)) {
      for (const minute of inOrder(schedule.minutes, sign)) {
        const shown = day + hour * HOUR_MS + minute * MINUTE_MS
        if ((shown - from) * sign >= 0) yield shown
      }
    }
  }
}

const inOrder = ({ values }: CronField, sign: number): number[] => [...values].sort((a, b) => (a - b) * sign)

/** When both kinds of days are restricted, one of them is enough. */
function isDay({ months, daysOfMonth, daysOfWeek }: Calendar, date: Date): boolean {
  if (!months.values.has(date.getUTCMonth() + 1)) return false
  const isOfMonth = daysOfMonth.values.has(date.getUTCDate())
  const isOfWeek = daysOfWeek.values.has(date.getUTCDay())
  return daysOfMonth.isAny || daysOfWeek.isAny ? isOfMonth && isOfWeek : isOfMonth || isOfWeek
}

/** How a schedule has come up in a span of time. */
export interface Missed {
  /** The last time that it did. */
  readonly latest: number
  /** How often it did, as far as its first interval tells. */
  readonly count: number
}

/** What a schedule asked for after `since` and up to `now`; undefined when it did not come up. */
export function missedTimes(schedule: CronSchedule, clock: WallClock, since: number, now: number): Missed | undefined {
  const first = nextTime(schedule, clock, since)
  if (first === undefined || first > now) return undefined
  if ('everyMs' in schedule) {
    const more = Math.floor((now - first) / schedule.everyMs)
    return { latest: first + more * schedule.everyMs, count: more + 1 }
  }
  const latest = lastTime(schedule, clock, now) ?? first
  const second = nextTime(schedule, clock, first) ?? Number.POSITIVE_INFINITY
  return { latest, count: Math.floor((latest - first) / (second - first)) + 1 }
}
