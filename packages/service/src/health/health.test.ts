import { Metrics } from '@skep/base'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createService, healthGroup, metricsGroup } from '../index.ts'

describe('a service', () => {
  it('tells whether it lives and whether it is ready', async () => {
    const checks = [
      { name: 'database', check: () => undefined },
      { name: 'shards', check: () => Promise.reject(new Error('shard-1 is down')) },
    ]
    const service = await createService({ name: 'test', groups: [healthGroup(checks), metricsGroup(new Metrics())] })

    onTestFinished(() => service.close())

    const alive = await fetch(`${service.url}/healthcheck`)
    const ready = await fetch(`${service.url}/readyz`)
    const metrics = await fetch(`${service.url}/metrics`)

    expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }])
    expect([ready.status, await ready.json()]).toEqual([
      503,
      {
        status: 'not ready',
        checks: [
          { name: 'database', ok: true, message: 'ok' },
          { name: 'shards', ok: false, message: 'shard-1 is down' },
        ],
      },
    ])
    expect(metrics.headers.get('content-type')).toContain('text/plain')
  })
})
