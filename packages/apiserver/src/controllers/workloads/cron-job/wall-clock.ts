const MINUTE_MS = 60_000

/** Reads and sets the clocks of one time zone. */
export interface WallClock {
  /** What a clock there shows at an instant, as if it were UTC, in ms. */
  read(instant: number): number
  /** The instants at which a clock there shows this, in order: none when it is skipped, two when it is repeated. */
  instantsOf(shown: number): number[]
}

const UTC: WallClock = { read: (instant) => instant, instantsOf: (shown) => [shown] }

/** The clock of a time zone, UTC unless given. Throws a RangeError when there is no such zone. */
export function wallClock(timeZone: string | undefined): WallClock {
  if (!timeZone || timeZone === 'UTC' || timeZone === 'Etc/UTC') return UTC
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const read = (instant: number): number => {
    const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    return Date.UTC(year, month - 1, day, hour, minute, second)
  }
  const offsetAt = (instant: number): number => read(instant) - Math.floor(instant / 1000) * 1000
  return {
    read,
    // Zones are never further than a day from UTC, so a change of offset near the time shows on one of its sides.
    instantsOf: (shown) =>
      [...new Set([offsetAt(shown - DAY_MS), offsetAt(shown + DAY_MS)])]
        .map((offset) => shown - offset)
        .filter((instant) => read(instant) === shown)
        .sort((a, b) => a - b),
  }
}

const DAY_MS = 24 * 60 * MINUTE_MS
