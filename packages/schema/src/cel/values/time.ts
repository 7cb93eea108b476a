import { fail } from './failure.ts'

const SECOND = 1_000_000_000n
const INT_MAX = 2n ** 63n - 1n
const INT_MIN = -(2n ** 63n)
const MIN_SECONDS = -62_135_596_800n
const MAX_SECONDS = 253_402_300_799n

/** The first instant of the year 1, which is Go's zero time. */
export const FIRST_INSTANT = MIN_SECONDS * SECOND

/** An instant between the years 1 and 9999. */
export class Timestamp {
  readonly celKind = 'timestamp'
  /** Nanoseconds since 1970. */
  readonly nanos: bigint
  /** Minutes east of UTC in which it was written, and is printed. */
  readonly offsetMinutes: number

  constructor(nanos: bigint, offsetMinutes = 0) {
    this.nanos = nanos
    this.offsetMinutes = offsetMinutes
  }
}

/** A length of time. */
export class Duration {
  readonly celKind = 'duration'
  readonly nanos: bigint

  constructor(nanos: bigint) {
    this.nanos = nanos
  }
}

/** The timestamp, refused when outside the years CEL knows. */
export function timestampOf(nanos: bigint, offsetMinutes = 0): Timestamp {
  const seconds = floorDivide(nanos, SECOND)
  if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) fail('timestamp overflow')
  return new Timestamp(nanos, offsetMinutes)
}

/** The duration, refused when longer than an int can count nanoseconds. */
export function durationOf(nanos: bigint): Duration {
  if (nanos > INT_MAX || nanos < INT_MIN) fail('duration overflow')
  return new Duration(nanos)
}

/** Division that rounds down, also below zero. */
export const floorDivide = (value: bigint, by: bigint) => (value >= 0n ? value / by : -((-value + by - 1n) / by))

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/
const DATE = /^(\d{4})-(\d\d)-(\d\d)$/

/** Reads an RFC 3339 time; undefined when it is none. */
export function parseTimestamp(text: string): Timestamp | undefined {
  const match = RFC3339.exec(text)
  if (!match) return undefined
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    ...[number, number, number],
    ...[number, number, number],
  ]
  const midnight = startOfDay(year, month, day)
  if (midnight === undefined || hour > 23 || minute > 59 || second > 59) return undefined
  const offset = (match[8] === '-' ? -1 : 1) * (Number(match[9] ?? 0) * 60 + Number(match[10] ?? 0))
  const seconds = midnight + hour * 3600 + (minute - offset) * 60 + second
  return timestampOf(BigInt(seconds) * SECOND + fractionNanos(match[7] ?? ''), offset)
}

/** Reads a date such as `2026-08-31`, which stands for its first instant. */
export function parseDate(text: string): Timestamp | undefined {
  const match = DATE.exec(text)
  const seconds = match ? startOfDay(Number(match[1]), Number(match[2]), Number(match[3])) : undefined
  return seconds === undefined ? undefined : timestampOf(BigInt(seconds) * SECOND)
}

function startOfDay(year: number, month: number, day: number): number | undefined {
  const date = new Date(0)
  // Unlike Date.UTC, this takes the years 0 to 99 for what they are.
  date.setUTCFullYear(year, month - 1, day)
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() / 1000 : undefined
}

const fractionNanos = (digits: string) => BigInt(digits.slice(0, 9).padEnd(9, '0'))

/** RFC 3339 with as many digits after the second as it takes. */
export function formatTimestamp({ nanos, offsetMinutes }: Timestamp): string {
  const seconds = floorDivide(nanos, SECOND)
  const date = new Date((Number(seconds) + offsetMinutes * 60) * 1000)
  const fraction = String(nanos - seconds * SECOND)
    .padStart(9, '0')
    .replace(/0+$/, '')
  return date.toISOString().slice(0, 19) + (fraction && `.${fraction}`) + formatOffset(offsetMinutes)
}

function formatOffset(minutes: number): string {
  if (minutes === 0) return 'Z'
  const two = (value: number) => String(value).padStart(2, '0')
  const positive = Math.abs(minutes)
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(positive / 60))}:${two(positive % 60)}`
}

const UNITS: Record<string, bigint> = {
  ns: 1n,
  us: 1_000n,
  µs: 1_000n,
  μs: 1_000n,
  ms: 1_000_000n,
  s: SECOND,
  m: 60n * SECOND,
  h: 3600n * SECOND,
}

/** Reads a duration such as `1h30m` or `-1.5s`; undefined when it is none. */
export function parseDuration(text: string): Duration | undefined {
  const match = /^([+-]?)((?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+|0)$/.exec(text)
  if (!match) return undefined
  let nanos = 0n
  for (const part of match[2]!.matchAll(/(\d*)\.?(\d*)(ns|us|µs|μs|ms|s|m|h)/g)) {
    const unit = UNITS[part[3]!]!
    const whole = part[1]!.replace(/^0+/, '')
    // More digits than these make a duration that is too long, or no difference.
    if (whole.length > 19) return undefined
    const fraction = part[2]!.slice(0, 18)
    nanos += BigInt(whole || '0') * unit + (BigInt(fraction || '0') * unit) / 10n ** BigInt(fraction.length)
  }
  const signed = match[1] === '-' ? -nanos : nanos
  return signed > INT_MAX || signed < INT_MIN ? undefined : new Duration(signed)
}

const WORDS: readonly (readonly [readonly string[], bigint])[] = [
  [['ns', 'nano'], 1n],
  [['us', 'µs', 'micro'], 1_000n],
  [['ms', 'milli'], 1_000_000n],
  [['s', 'sec'], SECOND],
  [['m', 'min'], 60n * SECOND],
  [['h', 'hr', 'hour'], 3600n * SECOND],
  [['d', 'day'], 86_400n * SECOND],
  [['w', 'wk', 'week'], 604_800n * SECOND],
]

/** Reads a string of format `duration`, which may also say `3 days` or `2 weeks`. */
export function parseDurationFormat(text: string): Duration | undefined {
  const exact = parseDuration(text)
  if (exact) return exact
  let nanos: bigint | undefined
  for (const [, count, word] of text.matchAll(/(?<!\d)(\d+)\s*([A-Za-zµ]+)/g)) {
    const unit = word!.toLowerCase()
    for (const [names, each] of WORDS) {
      if (!names.includes(unit) && !unit.startsWith(names.at(-1)!)) continue
      nanos = (nanos ?? 0n) + BigInt(count!) * each
    }
  }
  return nanos === undefined ? undefined : new Duration(nanos)
}

/** A duration in seconds, as CEL prints it. */
export function formatDuration({ nanos }: Duration): string {
  const negative = nanos < 0n
  const positive = negative ? -nanos : nanos
  const fraction = String(positive % SECOND)
    .padStart(9, '0')
    .replace(/0+$/, '')
  return `${negative ? '-' : ''}${positive / SECOND}${fraction && `.${fraction}`}s`
}
