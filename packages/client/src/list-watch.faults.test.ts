import { ConfigMap, Namespace } from '@skep/api'
import type { ApiServer } from '@skep/apiserver'
import { startApiServer } from '@skep/apiserver'
import { createBackoff, createRandom } from '@skep/base'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Client } from './client.ts'
import { createClient } from './create-client.ts'
import { loadKubeconfig } from './kubeconfig/load.ts'
import { startProxy } from './test/cuttable-proxy.ts'
import { Author, Recorder } from './test/recorder.ts'
import { clientInProcess, clientOverNetwork, startServer, temporaryFolder, testSignal } from './test/servers.ts'

const backoff = createBackoff({ baseMs: 5, maxMs: 50 })

async function startWithNamespace(): Promise<{ server: ApiServer; author: Author }> {
  const server = await startServer({ controllers: false })
  const admin = clientInProcess(server)
  await admin.create(Namespace, { metadata: { name: 'proof' } })
  return { server, author: new Author(admin) }
}

async function clientThrough(server: ApiServer, port: number): Promise<Client> {
  const text = (await server.kubeconfig()).replace(String(server.port), String(port))
  const client = createClient({ kubeconfig: await loadKubeconfig({ text }) })
  onTestFinished(() => client.close())
  return client
}

describe('following objects', () => {
  it('misses nothing and repeats nothing while connections are cut at random', async () => {
    const { server, author } = await startWithNamespace()
    const proxy = await startProxy(server.port)
    const random = createRandom('cuts')
    const recorder = new Recorder(await clientThrough(server, proxy.port), testSignal(), { backoff })
    await recorder.until('synced')

    for (let i = 0; i < 20; i++) await author.create(`object-${i}`)
    for (let i = 0; i < 400; i++) {
      await author.change(`object-${random.int(20)}`, { count: String(i) })
      if (random.int(20) === 0) {
        await recorder.until(author.written[random.int(author.written.length)]!)
        proxy.cut()
      }
    }
    await recorder.until(author.last)

    expect(recorder.events).toEqual(['synced', ...author.written])
    expect(proxy.connections).toBeGreaterThan(5)
  })

  it('goes on after a restart of the server with what happened meanwhile', async () => {
    const dataDir = await temporaryFolder()
    const first = await startApiServer({ dataDir, controllers: false })
    const { port } = first
    const client = await clientOverNetwork(first)
    const author = new Author(await clientOverNetwork(first))
    await author.client.create(Namespace, { metadata: { name: 'proof' } })
    const recorder = new Recorder(client, testSignal(), { backoff })
    await recorder.until('synced')
    await author.create('blue')
    await recorder.until(author.last)

    await first.close()
    const second = await startServer({ dataDir, port, controllers: false })
    await new Author(clientInProcess(second)).create('while-nobody-looked')
    await author.change('blue', { a: '1' })
    await recorder.until(author.last)

    expect(recorder.events.map((event) => event.replace(/ \d+$/, ''))).toEqual([
      'synced',
      'added blue',
      'added while-nobody-looked',
      'updated blue',
    ])
  })

  it('tells what is different after the history it needed is gone', async () => {
    const { server, author } = await startWithNamespace()
    const proxy = await startProxy(server.port)
    const held = createBackoff({ baseMs: 200, jitter: 0 })
    const recorder = new Recorder(await clientThrough(server, proxy.port), testSignal(), { backoff: held })
    await recorder.until('synced')
    await author.create('stays')
    await author.create('changes')
    await author.create('goes')
    await recorder.until(author.last)
    recorder.events.length = 0

    proxy.cut()
    await author.change('changes', { a: '1' })
    await author.client.delete(ConfigMap, { namespace: 'proof', name: 'goes' })
    await author.create('comes')
    const [bucket = ''] = server.store.buckets().filter((name) => name.includes('configmaps'))
    server.store.compact(bucket, server.store.revision)
    await recorder.until('synced')

    const { events } = recorder
    expect(events[0]).toMatch(/^deleted goes/)
    expect(events.slice(1).sort()).toEqual([...author.written.slice(-2), 'synced'].sort())
    expect(recorder.errors).toContainEqual(expect.objectContaining({ reason: 'Expired' }))
  })

  it('gives a slow reader everything in the end, though the server cuts it off', async () => {
    const { server, author } = await startWithNamespace()
    let slow = Promise.resolve()
    const recorder = new Recorder(await clientOverNetwork(server), testSignal(), { backoff, pause: () => slow })
    await recorder.until('synced')
    await author.create('first')
    await recorder.until(author.last)
    let resume: () => void = () => {}
    slow = new Promise<void>((resolve) => {
      resume = resolve
    })

    for (let i = 0; i < 60; i++) await author.create(`object-${i}`, { large: 'x'.repeat(500_000) })
    resume()
    await recorder.until(author.last)

    expect(recorder.events).toEqual(['synced', ...author.written])
    expect(recorder.errors.length).toBeGreaterThan(0)
  })
})
