import type { Exchange } from './exchange.ts'
import type { Query } from './query.ts'
import { sendPageNotFound, sendText } from './respond.ts'

/** Named checks, in the order in which a verbose answer lists them. Each returns what is wrong, if anything. */
export type HealthChecks = Readonly<Record<string, () => string | undefined>>

const PATH = /^\/(healthz|livez|readyz)(?:\/([^/]+))?$/

/** Answers the three health endpoints, with `?verbose` and `/NAME` for one check; false for other paths. */
export function sendHealth(exchange: Exchange, path: string, query: Query, checks: HealthChecks): boolean {
  const [, endpoint, only] = PATH.exec(path) ?? []
  if (endpoint === undefined) return false
  const excluded = new Set(query.all('exclude'))
  const names = Object.keys(checks).filter((name) => (only === undefined ? !excluded.has(name) : name === only))
  if (only !== undefined && names.length === 0) {
    sendPageNotFound(exchange)
    return true
  }
  const results = names.map((name) => ({ name, problem: checks[name]!() }))
  const healthy = results.every(({ problem }) => problem === undefined)
  const listing = results
    .map(({ name, problem }) => (problem ? `[-]${name} failed: ${problem}\n` : `[+]${name} ok\n`))
    .join('')
  if (!healthy) sendText(exchange, 500, `${listing}${endpoint} check failed\n`)
  else
    sendText(
      exchange,
      200,
      query.text('verbose') !== undefined && only === undefined ? `${listing}${endpoint} check passed\n` : 'ok',
    )
  return true
}
