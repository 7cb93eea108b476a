import { ConfigMap } from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { createRandom, VirtualClock } from '@skep/base'
import { createClient, inProcessTransport } from '@skep/client'
import { createManager } from '@skep/controller'
import { expect, it, onTestFinished } from 'vitest'
import { createCachedReads } from './cached-reads.ts'

const ref = { namespace: 'default', name: 'blue' }

async function startReads() {
  const clock = new VirtualClock()
  const server = await startApiServer({ clock, random: createRandom(1) })
  const client = createClient({ transport: inProcessTransport(server), clock })
  const manager = createManager({ client, clock, random: createRandom(1) })
  const reads = createCachedReads(client, manager)
  manager.add({ name: 'maps', kind: ConfigMap, reconcile: async () => ({}) })
  const stop = new AbortController()
  const running = manager.start(stop.signal)
  onTestFinished(async () => {
    stop.abort()
    await running
    client.close()
    await server.close()
  })
  await clock.settle()
  return { clock, client, reads }
}

it('gives what was just written, until something newer is known', async () => {
  const { clock, client, reads } = await startReads()
  await client.create(ConfigMap, { metadata: ref, data: { a: '1' } })
  await clock.settle()
  const write = (a: string) => client.patch(ConfigMap, ref, { type: 'merge', body: { data: { a } } })

  const written = await write('2')
  reads.keep(ConfigMap, written)
  expect(reads.peek(ConfigMap, ref)?.data).toEqual({ a: '2' })

  await write('3')
  await clock.settle()
  expect(reads.peek(ConfigMap, ref)?.data).toEqual({ a: '3' })
})

it('asks for what it does not know yet, and forgets what is gone', async () => {
  const { clock, client, reads } = await startReads()
  const made = await client.create(ConfigMap, { metadata: ref })
  expect((await reads.get(ConfigMap, ref))?.metadata.uid).toBe(made.metadata.uid)

  await clock.settle()
  reads.keep(ConfigMap, await client.patch(ConfigMap, ref, { type: 'merge', body: { data: { a: '2' } } }))
  await client.delete(ConfigMap, ref)
  await clock.settle()
  expect(await reads.get(ConfigMap, ref)).toBeUndefined()
})
