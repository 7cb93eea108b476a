const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const YEAR = 365 * DAY

/** How long something lasted, the way `kubectl get` prints ages: `45s`, `3m20s`, `5h`, `2d4h`, `3y`. */
export function humanDuration(ms: number): string {
  if (ms <= -2 * SECOND) return '<invalid>'
  if (ms < 0) return '0s'
  if (ms < 2 * MINUTE) return `${Math.floor(ms / SECOND)}s`
  if (ms < 10 * MINUTE) return two(ms, MINUTE, 'm', SECOND, 's')
  if (ms < 3 * HOUR) return `${Math.floor(ms / MINUTE)}m`
  if (ms < 8 * HOUR) return two(ms, HOUR, 'h', MINUTE, 'm')
  if (ms < 2 * DAY) return `${Math.floor(ms / HOUR)}h`
  if (ms < 8 * DAY) return two(ms, DAY, 'd', HOUR, 'h')
  if (ms < 2 * YEAR) return `${Math.floor(ms / DAY)}d`
  if (ms < 8 * YEAR) return two(ms, YEAR, 'y', DAY, 'd')
  return `${Math.floor(ms / YEAR)}y`
}

/** The two largest units, the smaller one left out when it is zero. */
function two(ms: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % large) / small)
  return `${Math.floor(ms / large)}${largeName}${rest === 0 ? '' : `${rest}${smallName}`}`
}

/** The age of an RFC 3339 time; `<unknown>` when there is none. */
export function ageSince(time: string | undefined, now: number): string {
  if (time === undefined || time === '') return '<unknown>'
  const since = Date.parse(time)
  return Number.isNaN(since) ? '<invalid>' : humanDuration(now - since)
}

const UNIT_MS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  ms: 1,
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
}

/** The milliseconds of a duration as Go writes it, such as `8h` or `1h30m`; undefined when it is none. */
export function parseGoDuration(text: string): number | undefined {
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text)) return undefined
  let ms = 0
  for (const [, count, unit] of text.matchAll(/([\d.]+)(ns|us|µs|ms|s|m|h)/g)) ms += Number(count) * UNIT_MS[unit!]!
  return ms
}
