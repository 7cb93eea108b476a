import { createRandom, silentLogger, VirtualClock } from '@skep/base'
import type { Client } from '@skep/client'
import type { HostedApi, HostedApis } from '@skep/sim'
import { describe, expect, it, onTestFinished } from 'vitest'
import { Tenants } from './tenants.ts'

/** An API that answers nothing before it is told to, and then that it has nothing. */
function silentApi(): { api: HostedApi; speak(): void } {
  let speak = () => {}
  const spoken = new Promise<void>((resolve) => {
    speak = resolve
  })
  const client = {
    list: () => spoken.then(() => ({ items: [], resourceVersion: '1' })),
    watch: (_kind: unknown, { signal }: { signal: AbortSignal }) => untilAborted(signal),
  }
  // Who follows a tenant uses no more of it.
  return { api: { id: 'demo', client: client as unknown as Client } as unknown as HostedApi, speak }
}

async function* untilAborted(signal: AbortSignal): AsyncGenerator<never> {
  await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
}

describe('the tenants that are followed', () => {
  it('keep nobody waiting for an API that does not answer, and say when it has', async () => {
    const { api, speak } = silentApi()
    const clock = new VirtualClock()
    const apis = { get: () => api } as unknown as HostedApis
    const tenants = new Tenants({ apis, clock, random: createRandom(1), log: silentLogger })
    onTestFinished(() => tenants.stop())
    const known: string[] = []
    const ignore = () => {}
    tenants.listen({
      known: (namespace) => known.push(namespace),
      nodeChanged: ignore,
      requestChanged: ignore,
      versionChanged: ignore,
      agentsChanged: ignore,
    })

    expect(await tenants.follow('demo', api)).toBeUndefined()
    expect(known).toEqual([])

    speak()
    await clock.settle()
    expect(known).toEqual(['demo'])
    expect((await tenants.follow('demo', api))?.api).toBe(api)
  })
})
