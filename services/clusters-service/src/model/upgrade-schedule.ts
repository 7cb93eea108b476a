import { type CronField, type CronSchedule, parseCronSchedule } from '@skep/api'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** A schedule that does not come up for so long never does, such as the 30th of February. */
const SEARCH_DAYS = 5 * 366

/** The first time after `after` at which a schedule such as `0 3 * * 6` comes up, in UTC; undefined when it never does. */
export function nextScheduledTime(text: string, after: number): number | undefined {
  const schedule = parseCronSchedule(text)
  if ('everyMs' in schedule) return after + schedule.everyMs
  const today = Math.floor(after / DAY_MS) * DAY_MS
  for (let passed = 0; passed < SEARCH_DAYS; passed++) {
    const time = timesOn(schedule, today + passed * DAY_MS).find((candidate) => candidate > after)
    if (time !== undefined) return time
  }
  return undefined
}

type Calendar = Exclude<CronSchedule, { everyMs: number }>

function timesOn(schedule: Calendar, day: number): number[] {
  if (!isDay(schedule, new Date(day))) return []
  return inOrder(schedule.hours).flatMap((hour) =>
    inOrder(schedule.minutes).map((minute) => day + hour * HOUR_MS + minute * MINUTE_MS),
  )
}

const inOrder = ({ values }: CronField): number[] => [...values].sort((a, b) => a - b)

/** When both kinds of days are restricted, one of them is enough. */
function isDay({ months, daysOfMonth, daysOfWeek }: Calendar, date: Date): boolean {
  if (!months.values.has(date.getUTCMonth() + 1)) return false
  const isOfMonth = daysOfMonth.values.has(date.getUTCDate())
  const isOfWeek = daysOfWeek.values.has(date.getUTCDay())
  return daysOfMonth.isAny || daysOfWeek.isAny ? isOfMonth && isOfWeek : isOfMonth || isOfWeek
}
