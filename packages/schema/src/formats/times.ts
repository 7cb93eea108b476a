/** A calendar date, `2006-01-02`. */
export function isDateFormat(text: string): boolean {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []
  if (year === '' || +month < 1 || +month > 12 || +day < 1) return false
  // The Gregorian calendar repeats every 400 years, which keeps years below 100 away from Date's two-digit rule.
  return +day <= new Date(Date.UTC((+year % 400) + 2000, +month, 0)).getUTCDate()
}

const TIME_OF_DAY = /^(\d\d):(\d\d):(\d\d)(.\d+)?(z|[+-]\d\d:\d\d)$/

/** Times that need no calendar: on a day that every month has. */
const PLAIN_DATE_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

/** A date and a time of day with its offset (RFC 3339). */
export function isDateTimeFormat(text: string): boolean {
  if (PLAIN_DATE_TIME.test(text)) return true
  const [date = '', time = ''] = text.toLowerCase().split('t')
  const [, hour = '', minute = '', second = ''] = TIME_OF_DAY.exec(time) ?? []
  return isDateFormat(date) && hour !== '' && +hour <= 23 && +minute <= 59 && +second <= 59
}

const GO_DURATION = /^[+-]?(?:0|(?:(?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|μs|ms|s|m|h))+)$/
// Starting and ending at whole runs of digits keeps the search linear in the length of the text.
const UNIT = /(?<!\d)(\d+)(?!\d)\s*([A-Za-zµ]+)/g
const UNIT_NAMES = new Set(['ns', 'us', 'µs', 'ms', 's', 'm', 'h', 'hr', 'd', 'w', 'wk'])
const UNIT_PREFIXES = ['nano', 'micro', 'milli', 'sec', 'min', 'hour', 'day', 'week']

/** A duration in Go's notation (`1h30m`) or in words (`2 weeks`). */
export function isDurationFormat(text: string): boolean {
  if (GO_DURATION.test(text)) return true
  const parts = [...text.matchAll(UNIT)]
  if (parts.some(([, amount = '']) => Number(amount) > 2 ** 63)) return false
  return parts.some(([, , unit = '']) => isUnit(unit.toLowerCase()))
}

const isUnit = (unit: string): boolean =>
  UNIT_NAMES.has(unit) || UNIT_PREFIXES.some((prefix) => unit.startsWith(prefix))
