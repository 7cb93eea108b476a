import { createLogger, StatusError } from '@skep/base'
import { afterEach, describe, expect, it } from 'vitest'
import type { AdmissionPlugin } from '../src/contracts.ts'
import { type ApiServer, type ApiServerOptions, startApiServer } from '../src/server.ts'
import { apiOf } from '../src/test/api.ts'
import { times } from './support/cases.ts'
import { ADMIN_TOKEN } from './support/laboratory.ts'
import { within } from './support/problem.ts'
import { connectTls, head } from './support/raw.ts'
import { connectWatchers } from './support/watchers.ts'
import { overHttp1, overHttp2, type Transport } from './support/wire.ts'

const MAPS = '/api/v1/namespaces/default/configmaps'
const tokens = { [ADMIN_TOKEN]: { name: 'administrator', groups: ['system:masters'] } }

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

async function start(options: ApiServerOptions = {}): Promise<ApiServer> {
  const server = await startApiServer({ controllers: false, tokens, ...options })
  closing.push(() => server.close())
  return server
}

function connect(transport: Transport): Transport {
  closing.push(() => transport.close())
  return transport
}

const create = (transport: Transport, name: string) =>
  transport.send({ method: 'POST', path: MAPS, body: Buffer.from(JSON.stringify({ metadata: { name } })) })

/** Lets no config map pass until it is opened. */
function gate(): { plugin: AdmissionPlugin; waiting(): number; open(): void } {
  const held: (() => void)[] = []
  return {
    plugin: {
      name: 'Gate',
      handles: ({ resource }) => resource.resource === 'configmaps',
      validate: () => new Promise<void>((resolve) => held.push(resolve)),
    },
    waiting: () => held.length,
    open: () => {
      for (const release of held.splice(0)) release()
    },
  }
}

describe('more requests than the server takes at once', () => {
  it('are asked to come back in a second, while those under way go on', async () => {
    const { plugin, waiting, open } = gate()
    const server = await start({ limits: { reading: 10, writing: 5 }, plugins: [plugin] })
    const transport = connect(overHttp2(server, ADMIN_TOKEN))
    const underWay = times(5, (index) => create(transport, `early-${index}`))
    await expect.poll(waiting).toBe(5)

    const late = await Promise.all(times(5, (index) => create(transport, `late-${index}`)))
    const reading = await transport.send({ method: 'GET', path: MAPS })
    open()
    const early = await Promise.all(underWay)

    expect(late.map(({ status }) => status)).toEqual([429, 429, 429, 429, 429])
    expect(late[0]?.headers['retry-after']).toBe('1')
    expect(JSON.parse(late[0]?.text ?? '')).toMatchObject({ kind: 'Status', reason: 'TooManyRequests', code: 429 })
    expect(reading.status).toBe(200)
    expect(early.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
  })

  it('are no more once the others are answered, however those ended', async () => {
    const plugin: AdmissionPlugin = {
      name: 'Refusal',
      handles: ({ name }) => name.startsWith('bad'),
      validate: () => {
        throw new StatusError('Forbidden', 'no')
      },
    }
    const server = await start({ limits: { reading: 1, writing: 1 }, plugins: [plugin] })
    const transport = connect(overHttp1(server, ADMIN_TOKEN))

    const statuses = []
    for (const name of ['bad-1', 'Not A Name', 'good-1', 'good-1', 'good-2']) {
      statuses.push((await create(transport, name)).status)
    }

    expect(statuses).toEqual([403, 422, 201, 409, 201])
  })

  it('do not count watches among them', async () => {
    const server = await start({ limits: { reading: 1, writing: 1 } })
    const watchers = connectWatchers(server)
    closing.push(watchers.close)

    const open = await Promise.all(times(20, () => watchers.watch(`${MAPS}?watch=true&resourceVersion=0`)))
    const list = await apiOf(server).get(MAPS)

    expect(open).toHaveLength(20)
    expect(list.status).toBe(200)
  })
})

describe('a thousand watchers', () => {
  it('see every change, in the same order', async () => {
    const server = await start()
    const connections = times(4, () => connectWatchers(server))
    closing.push(...connections.map(({ close }) => close))
    const path = `${MAPS}?watch=true&resourceVersion=${server.store.revision}`
    const watchers = await Promise.all(times(1_000, (index) => connections[index % 4]!.watch(path)))
    const api = apiOf(server)

    await Promise.all(times(20, (index) => api.post(MAPS, { metadata: { name: `m-${index}` } })))
    await within(15_000, Promise.all(watchers.map((watcher) => watcher.until(20))))

    const orders = watchers.map(({ events }) => events.map(({ object }) => object.metadata.resourceVersion).join())
    expect(watchers[0]?.events).toHaveLength(20)
    expect(new Set(orders).size).toBe(1)
  })
})

describe('a watcher that does not read', () => {
  it('is cut off, and keeps nobody else waiting', async () => {
    const server = await start()
    const path = `${MAPS}?watch=true&resourceVersion=${server.store.revision}`
    const stuck = await connectTls(server)
    stuck.write(head(`GET ${path}`))
    await stuck.until('\r\n\r\n')
    stuck.pause()
    const watchers = connectWatchers(server)
    closing.push(watchers.close)
    const quick = await watchers.watch(path)
    const api = apiOf(server)
    const data = { text: 'x'.repeat(1_000_000) }

    for (let index = 0; index < 30; index++) {
      await api.post(MAPS, { metadata: { name: `big-${index}` }, data })
      await within(5_000, quick.until(index + 1))
    }

    expect(quick.events.map(({ object }) => object.metadata.name).at(-1)).toBe('big-29')
    await expect.poll(() => openWatches(server)).toBe(1)
    stuck.resume()
    expect((await within(5_000, stuck.closed())).length).toBeLessThan(25_000_000)
  })
})

async function openWatches(server: ApiServer): Promise<number> {
  const text = (await (await server.handle({ path: '/metrics' })).body()).toString()
  const counts = [...text.matchAll(/^apiserver_longrunning_requests\{.*\} (\d+)/gm)].map(([, count]) => Number(count))
  return counts.reduce((sum, count) => sum + count, 0)
}

describe('paths and methods that somebody makes up', () => {
  it('leave no trace in the metrics', async () => {
    const server = await start()
    const stranger = { name: 'system:anonymous', groups: ['system:unauthenticated'] }
    const series = async () => (await (await server.handle({ path: '/metrics' })).body()).toString().split('\n').length
    const ask = (method: string, path: string) => server.handle({ method, path, user: stranger })
    const paths = ['/api/v1/x', '/apis/x.example/v1/things/', '/api/v1/namespaces/a/pods/b/x', '/nowhere/x']
    for (const path of paths) await ask('GET', `${path}-0`)
    await ask('X0', '/')
    await series()
    const before = await series()

    for (let index = 1; index < 50; index++) {
      for (const path of paths) await ask('GET', `${path}-${index}`)
      await ask(`X${index}`, '/')
    }

    expect(await series()).toBe(before)
  })
})

describe('a plug-in that fails', () => {
  const failing = (error: Error): AdmissionPlugin => ({
    name: 'Failing',
    handles: ({ resource }) => resource.resource === 'configmaps',
    validate: () => {
      throw error
    },
  })

  it.each([
    ['by mistake', new TypeError('x is undefined')],
    ['with a status that HTTP does not have', new StatusError('', 'odd', { code: 42 })],
  ])('%s fails its own request alone', async (_how, error) => {
    const lines: string[] = []
    const log = createLogger({ write: (line) => lines.push(line) })
    const server = await start({ plugins: [failing(error)], log })
    const transport = connect(overHttp1(server, ADMIN_TOKEN))

    const failed = await create(transport, 'a')
    const next = await transport.send({ method: 'GET', path: MAPS })

    expect(JSON.parse(failed.text)).toMatchObject({ kind: 'Status', code: 500, reason: 'InternalError' })
    expect(next.status).toBe(200)
    expect(lines).toHaveLength(1)
  })

  it('by saying that something new is there already does not set off an endless search for it', async () => {
    const plugin: AdmissionPlugin = {
      name: 'Liar',
      handles: ({ resource }) => resource.resource === 'leases',
      validate: () => {
        throw new StatusError('AlreadyExists', 'it is there, believe me')
      },
    }
    const api = apiOf(await start({ plugins: [plugin] }))

    const answer = await within(
      5_000,
      api.put('/apis/coordination.k8s.io/v1/namespaces/default/leases/new', { metadata: { name: 'new' }, spec: {} }),
    )

    expect(answer).toMatchObject({ status: 409, body: { message: 'it is there, believe me' } })
  })
})
