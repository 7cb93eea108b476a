import { TYPES } from '../types/type.ts'
import { fail } from '../values/failure.ts'
import { type Duration, floorDivide, type Timestamp } from '../values/time.ts'
import { declare, type FunctionDeclaration, method, type Overload } from './declare.ts'

const { duration, int, string, timestamp } = TYPES

const MILLISECOND = 1_000_000n
const DAY = 86_400_000

/** The wall clock of a time zone at an instant, as the UTC fields of a date. */
function wallClock({ nanos }: Timestamp, zone: string): Date {
  const utc = Number(floorDivide(nanos, MILLISECOND))
  if (zone === 'UTC' || zone === '') return new Date(utc)
  return new Date(utc + (zone.includes(':') ? fixedOffset(zone) : namedOffset(zone, utc)))
}

function fixedOffset(zone: string): number {
  const match = /^([+-]?)(\d+):(\d+)$/.exec(zone)
  if (!match) fail(`strconv.Atoi: parsing ${JSON.stringify(zone.split(':')[0])}: invalid syntax`)
  const minutes = Number(match[2]) * 60 + Number(match[3])
  return (match[1] === '-' ? -minutes : minutes) * 60_000
}

const formats = new Map<string, Intl.DateTimeFormat>()

function namedOffset(zone: string, utc: number): number {
  const parts = Object.fromEntries(
    formatFor(zone)
      .formatToParts(utc)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year, month, day, hour, minute, second } = parts as Record<string, number>
  const local = Date.UTC(year!, month! - 1, day!, hour!, minute!, second!)
  return local - Math.floor(utc / 1000) * 1000
}

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  try {
    const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
    const created = new Intl.DateTimeFormat('en-US', { ...fields, second: 'numeric', hourCycle: 'h23', timeZone: zone })
    formats.set(zone, created)
    return created
  } catch {
    return fail(`unknown time zone ${zone}`)
  }
}

function dayOfYear(date: Date): number {
  const start = new Date(date)
  start.setUTCMonth(0, 1)
  return Math.round((date.getTime() - start.getTime()) / DAY)
}

/** A field of a timestamp, in UTC or in a given time zone, and for some of a duration. */
function field(
  name: string,
  id: string,
  get: (date: Date) => number,
  ofDuration?: Overload['run'],
): FunctionDeclaration {
  const overloads = [
    method(`timestamp_to_${id}`, [timestamp], int, (at: Timestamp) => BigInt(get(wallClock(at, 'UTC')))),
    method(`timestamp_to_${id}_with_tz`, [timestamp, string], int, (at: Timestamp, zone: string) =>
      BigInt(get(wallClock(at, zone))),
    ),
  ]
  if (ofDuration) overloads.push(method(`duration_to_${id}`, [duration], int, ofDuration))
  return declare(name, ...overloads)
}

const whole = (unit: bigint) => (value: Duration) => value.nanos / unit

/** Fields of timestamps and durations. */
export const TIME_FUNCTIONS: readonly FunctionDeclaration[] = [
  field('getFullYear', 'year', (date) => date.getUTCFullYear()),
  field('getMonth', 'month', (date) => date.getUTCMonth()),
  field('getDayOfYear', 'day_of_year', dayOfYear),
  field('getDayOfMonth', 'day_of_month', (date) => date.getUTCDate() - 1),
  field('getDate', 'day_of_month_1_based', (date) => date.getUTCDate()),
  field('getDayOfWeek', 'day_of_week', (date) => date.getUTCDay()),
  field('getHours', 'hours', (date) => date.getUTCHours(), whole(3600n * 1000n * MILLISECOND)),
  field('getMinutes', 'minutes', (date) => date.getUTCMinutes(), whole(60n * 1000n * MILLISECOND)),
  field('getSeconds', 'seconds', (date) => date.getUTCSeconds(), whole(1000n * MILLISECOND)),
  field('getMilliseconds', 'milliseconds', (date) => date.getUTCMilliseconds(), whole(MILLISECOND)),
]
