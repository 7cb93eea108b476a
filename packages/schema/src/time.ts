/** Times of the Kubernetes API: RFC 3339 in UTC, to the second (`Time`) or to the microsecond (`MicroTime`). */

const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(Z|([+-])(\d\d):(\d\d))$/
const CANONICAL_TIME = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\dZ$/

/** An instant, to the second, and the fraction of that second as it was written. */
interface Instant {
  seconds: number
  fraction: string
}

function parseRfc3339(text: string): Instant | undefined {
  const match = RFC3339.exec(text)
  if (match === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number)
  const daysInMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth) return undefined
  if (hour > 23 || minute > 59 || second > 59) return undefined
  const offsetMinutes = match[9] === undefined ? 0 : Number(match[10]) * 60 + Number(match[11])
  const instant = new Date(0)
  // Unlike Date.UTC, this takes the years 0 to 99 for what they are.
  instant.setUTCFullYear(year, month - 1, day)
  const seconds = instant.getTime() / 1000 + hour * 3600 + minute * 60 + second
  return { seconds: seconds - (match[9] === '-' ? -offsetMinutes : offsetMinutes) * 60, fraction: match[7] ?? '' }
}

const toSecond = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, -5)

/** The time in the form of `metav1.Time`, `2024-05-06T07:08:09Z`; undefined when the text is no RFC 3339 time. */
export function canonicalTime(text: string): string | undefined {
  if (CANONICAL_TIME.test(text)) return text
  const instant = parseRfc3339(text)
  return instant && `${toSecond(instant.seconds)}Z`
}

/** The time in the form of `metav1.MicroTime`, which must be given with exactly six digits after the second. */
export function canonicalMicroTime(text: string): string | undefined {
  const instant = parseRfc3339(text)
  return instant?.fraction.length === 6 ? `${toSecond(instant.seconds)}.${instant.fraction}Z` : undefined
}
