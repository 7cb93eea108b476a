import { ConfigMap, Deployment, Event } from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { createRandom, VirtualClock } from '@skep/base'
import { createClient, inProcessTransport, installKinds } from '@skep/client'
import { createSimulatedNodes } from '@skep/sim'
import { describe, expect, it, onTestFinished } from 'vitest'
import { History } from './history.ts'
import { websiteOperator } from './operator.ts'
import { Website } from './website.ts'

const blue = { namespace: 'default', name: 'blue' }

/** A cluster with the operator on it, in virtual time. */
async function startCluster(seed: number) {
  const clock = new VirtualClock()
  const random = createRandom(seed)
  const server = await startApiServer({ clock, random })
  const client = createClient({ transport: inProcessTransport(server), clock })
  const stop = new AbortController()
  await installKinds(client, [Website], { clock, signal: stop.signal })
  const nodes = createSimulatedNodes({ client, clock, random, count: 2 })
  const history = new History(client, clock, [Website, ConfigMap, Deployment, Event])
  const running = [websiteOperator({ client, clock, random }), history].map((part) => part.start(stop.signal))
  await nodes.start()
  onTestFinished(async () => {
    stop.abort()
    await Promise.all([...running, nodes.stop()])
    client.close()
    await server.close()
  })
  await clock.settle()
  return { client, clock, history }
}

describe('the website operator', () => {
  it('makes a website ready, and keeps it as it should be', async () => {
    const { client, clock, history } = await startCluster(7)
    await client.create(Website, { metadata: blue, spec: { html: '<h1>Blue</h1>', replicas: 2 } })

    await clock.advance(3_600_000)
    const website = await client.get(Website, blue)
    await client.delete(ConfigMap, blue)
    await clock.settle()

    expect(website?.status).toMatchObject({ phase: 'Ready', observedGeneration: 1 })
    expect((await client.get(ConfigMap, blue))?.data).toEqual({ 'index.html': '<h1>Blue</h1>' })
    await expect(history.text()).toMatchFileSnapshot('../testdata/website-becomes-ready.txt')
  })

  it('takes everything down before a website goes', async () => {
    const { client, clock } = await startCluster(7)
    await client.create(Website, { metadata: blue, spec: { html: '', replicas: 1 } })
    await clock.advance(60_000)

    await client.delete(Website, blue)
    await clock.advance(60_000)

    expect(await client.get(Website, blue)).toBeUndefined()
    expect(await client.get(Deployment, blue)).toBeUndefined()
    expect(await client.get(ConfigMap, blue)).toBeUndefined()
  })

  it('leaves a paused website alone', async () => {
    const { client, clock } = await startCluster(7)
    await client.create(Website, { metadata: blue, spec: { html: '', replicas: 1, paused: true } })

    await clock.advance(60_000)

    expect(await client.get(Deployment, blue)).toBeUndefined()
  })

  it('has the same history for the same seed, to the last uid and second', async () => {
    const run = async (seed: number) => {
      const { client, clock, history } = await startCluster(seed)
      for (const name of ['red', 'green', 'blue']) {
        await client.create(Website, { metadata: { ...blue, name }, spec: { html: name, replicas: 3 } })
      }
      await clock.advance(600_000)
      await client.delete(Website, blue)
      await clock.advance(600_000)
      return history.objects
    }

    const [first, again, other] = [await run(7), await run(7), await run(8)]

    expect(first.length).toBeGreaterThan(20)
    expect(again).toEqual(first)
    expect(other).not.toEqual(first)
  })
})
