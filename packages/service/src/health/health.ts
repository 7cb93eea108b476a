import type { Metrics } from '@skep/base'
import { plainErrors } from '../errors/plain-errors.ts'
import type { Route } from '../http/route.ts'
import type { RouteGroup } from '../http/router.ts'

/** Something that must be well for a service to be ready. */
export interface HealthCheck {
  readonly name: string
  /** Throws when it is not well; may return a few words about how it is. */
  check(): Promise<string | undefined> | string | undefined
}

/** How one thing is. */
export interface HealthState {
  readonly name: string
  readonly ok: boolean
  readonly message: string
}

/** `/healthcheck` (the process lives) and `/readyz` (each check by name; 503 when one is not well), without authentication. */
export function healthGroup(checks: readonly HealthCheck[]): RouteGroup {
  const alive: Route = {
    method: 'GET',
    path: '/healthcheck',
    public: true,
    handler: () => ({ body: { status: 'ok' } }),
  }
  const ready: Route = {
    method: 'GET',
    path: '/readyz',
    public: true,
    handler: async () => {
      const states = await Promise.all(checks.map(stateOf))
      const ok = states.every((state) => state.ok)
      return { status: ok ? 200 : 503, body: { status: ok ? 'ok' : 'not ready', checks: states } }
    },
  }
  return { base: '', routes: [alive, ready], errors: plainErrors }
}

/** `/metrics` in the text format of Prometheus, without authentication. */
export function metricsGroup(metrics: Metrics): RouteGroup {
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }
  const route: Route = {
    method: 'GET',
    path: '/metrics',
    public: true,
    handler: () => ({ headers, body: metrics.text() }),
  }
  return { base: '', routes: [route], errors: plainErrors }
}

async function stateOf({ name, check }: HealthCheck): Promise<HealthState> {
  try {
    return { name, ok: true, message: (await check()) ?? 'ok' }
  } catch (error) {
    return { name, ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}
