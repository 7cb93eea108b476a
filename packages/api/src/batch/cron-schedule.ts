/** The units that a schedule has a field for, in the order of the fields. */
const UNITS = [
  { name: 'minutes', min: 0, max: 59, names: [] },
  { name: 'hours', min: 0, max: 23, names: [] },
  { name: 'daysOfMonth', min: 1, max: 31, names: [] },
  { name: 'months', min: 1, max: 12, names: 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ') },
  { name: 'daysOfWeek', min: 0, max: 6, names: 'sun mon tue wed thu fri sat'.split(' ') },
] as const
type Unit = (typeof UNITS)[number]

/** The values of one unit at which a schedule fires. */
export interface CronField {
  readonly values: ReadonlySet<number>
  /** The field leaves its unit open with a `*`. Of the two kinds of days, one that is not open goes before one that is. */
  readonly isAny: boolean
}

/** When a CronJob fires: at matching minutes, or at a regular interval. */
export type CronSchedule = { readonly [K in Unit['name']]: CronField } | { readonly everyMs: number }

/** What is wrong with a schedule, in the words of the API. */
export class CronScheduleError extends Error {
  override readonly name = 'CronScheduleError'
}

const SHORTHANDS: Record<string, string> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
}

/**
 * Understands a schedule: five fields, a shorthand such as `@daily`, or `@every 1h30m`. A time zone before it (`TZ=...`)
 * is skipped. Throws a CronScheduleError.
 */
export function parseCronSchedule(text: string): CronSchedule {
  const schedule = text.replace(/^(CRON_)?TZ=\S* */, '')
  if (schedule.startsWith('@every ')) return { everyMs: parseInterval(schedule) }
  const spelledOut = schedule.startsWith('@') ? SHORTHANDS[schedule] : schedule
  if (spelledOut === undefined) throw new CronScheduleError(`unrecognized descriptor: ${schedule}`)
  const fields = spelledOut.split(/\s+/).filter((field) => field !== '')
  if (fields.length !== UNITS.length) {
    throw new CronScheduleError(`expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`)
  }
  const [minutes, hours, daysOfMonth, months, daysOfWeek] = UNITS.map((unit, at) => parseField(fields[at]!, unit))
  return { minutes: minutes!, hours: hours!, daysOfMonth: daysOfMonth!, months: months!, daysOfWeek: daysOfWeek! }
}

function parseField(text: string, unit: Unit): CronField {
  const values = new Set<number>()
  let isAny = false
  for (const expression of text.split(',').filter((each) => each !== '')) {
    const { start, end, step, isOpen } = parseRange(expression, unit)
    for (let value = start; value <= end; value += step) values.add(value)
    isAny ||= isOpen
  }
  return { values, isAny }
}

interface Range {
  start: number
  end: number
  step: number
  isOpen: boolean
}

/** `N`, `N-M`, `*`, each with an optional `/STEP`. */
function parseRange(expression: string, unit: Unit): Range {
  const [bounds = '', stepText, ...tooMany] = expression.split('/')
  if (tooMany.length > 0) throw new CronScheduleError(`too many slashes: ${expression}`)
  const range = parseBounds(bounds, expression, unit)
  if (stepText !== undefined) {
    range.step = parseNumber(stepText)
    // `N/STEP` goes on to the end of the unit.
    if (!bounds.includes('-')) range.end = unit.max
    if (range.step > 1) range.isOpen = false
  }
  checkRange(range, expression, unit)
  return range
}

function parseBounds(bounds: string, expression: string, unit: Unit): Range {
  const [low = '', high, ...tooMany] = bounds.split('-')
  if (low === '*' || low === '?') return { start: unit.min, end: unit.max, step: 1, isOpen: true }
  const start = parseValue(low, unit)
  if (tooMany.length > 0) throw new CronScheduleError(`too many hyphens: ${expression}`)
  return { start, end: high === undefined ? start : parseValue(high, unit), step: 1, isOpen: false }
}

function checkRange({ start, end, step }: Range, expression: string, { min, max }: Unit): void {
  const complaint =
    (start < min && `beginning of range (${start}) below minimum (${min})`) ||
    (end > max && `end of range (${end}) above maximum (${max})`) ||
    (start > end && `beginning of range (${start}) beyond end of range (${end})`) ||
    (step === 0 && 'step of range should be a positive number')
  if (complaint) throw new CronScheduleError(`${complaint}: ${expression}`)
}

function parseValue(text: string, { names, min }: Unit): number {
  const named = (names as readonly string[]).indexOf(text.toLowerCase())
  return named < 0 ? parseNumber(text) : named + min
}

function parseNumber(text: string): number {
  if (!/^[-+]?[0-9]+$/.test(text)) {
    throw new CronScheduleError(`failed to parse int from ${text}: strconv.Atoi: parsing "${text}": invalid syntax`)
  }
  const number = Number(text)
  if (number < 0) throw new CronScheduleError(`negative number (${number}) not allowed: ${text}`)
  return number
}

const UNIT_MS: Record<string, number> = { h: 3_600_000, m: 60_000, s: 1000, ms: 1 }

/** `@every 1h30m`; an interval is never shorter than a second. */
function parseInterval(schedule: string): number {
  const duration = schedule.slice('@every '.length)
  if (!/^([0-9]+(\.[0-9]+)?(h|ms|m|s))+$/.test(duration)) {
    throw new CronScheduleError(`failed to parse duration ${schedule}: time: invalid duration "${duration}"`)
  }
  let total = 0
  for (const [, amount, unit] of duration.matchAll(/([0-9.]+)(h|ms|m|s)/g)) total += Number(amount) * UNIT_MS[unit!]!
  return Math.max(1000, Math.floor(total / 1000) * 1000)
}
