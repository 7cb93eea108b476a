import { constants } from 'node:http2'
import { VirtualClock } from '@skep/base'
import { describe, expect, it, onTestFinished } from 'vitest'
import { ClientClosedError, ConnectionError } from '../errors.ts'
import { startProxy } from '../test/cuttable-proxy.ts'
import { startHttp, startHttp2, startHttps } from '../test/plain-servers.ts'
import type { Credentials, Endpoint } from './endpoint.ts'
import { networkTransport } from './network.ts'
import { readBody, type Transport } from './transport.ts'

const request = (path = '/x', method = 'GET', signal?: AbortSignal) => ({ method, path, headers: {}, signal })

async function textOf(transport: Transport, ...what: Parameters<typeof request>): Promise<string> {
  return (await readBody(await transport.request(request(...what)))).toString()
}

const ways = [
  ['HTTP/1.1', () => startHttp(({ url }, response) => respond(url ?? '', response))],
  ['HTTP/1.1 over TLS', () => startHttps(({ url }, response) => respond(url ?? '', response))],
  [
    'HTTP/2',
    () =>
      startHttp2((stream, path) => {
        stream.respond({ ':status': 200 })
        respond(path, stream)
      }),
  ],
] as const

/** Answers at once, or begins an answer and never ends it. */
function respond(path: string, to: { write(text: string): unknown; end(text: string): unknown }): void {
  if (path.endsWith('/endless')) to.write('beginning')
  else to.end(`answer to ${path}`)
}

describe.each(ways)('a network transport over %s', (_way, start) => {
  it('sends requests below the path of the server', async () => {
    const { transport, connections } = await start()

    const answers = [await textOf(transport, '/a'), await textOf(transport, '/b')]

    expect(answers).toEqual(['answer to /prefix/a', 'answer to /prefix/b'])
    // Where TLS has to be asked which protocol it is, one connection is for the question.
    expect(connections()).toBeLessThanOrEqual(2)
  })

  it('says loudly that an answer was broken off', async () => {
    const { transport, cut } = await start()
    const { body } = await transport.request(request('/endless'))
    const chunks = body[Symbol.asyncIterator]()
    await chunks.next()

    cut()

    await expect(chunks.next()).rejects.toBeInstanceOf(ConnectionError)
  })

  it('connects again after its connections broke', async () => {
    const { transport, cut } = await start()
    await textOf(transport)
    const broken = await transport.request(request('/endless'))

    cut()
    await readBody(broken).catch(() => {})

    expect(await textOf(transport, '/again')).toBe('answer to /prefix/again')
  })

  it('ends with the reason of its signal', async () => {
    const { transport } = await start()
    const controller = new AbortController()
    const { body } = await transport.request(request('/endless', 'GET', controller.signal))

    controller.abort(new Error('enough'))

    await expect(readBody({ body })).rejects.toThrow('enough')
    await expect(transport.request(request('/x', 'GET', controller.signal))).rejects.toThrow('enough')
  })

  it('breaks off what is under way when it is closed, and refuses more', async () => {
    const { transport } = await start()
    const { body } = await transport.request(request('/endless'))

    transport.close()

    await expect(readBody({ body })).rejects.toBeInstanceOf(ClientClosedError)
    await expect(transport.request(request())).rejects.toThrow('the client is closed')
  })
})

describe('a network transport', () => {
  it('opens another connection when one is full', async () => {
    const { transport, connections } = await startHttp2((stream) => stream.respond({ ':status': 200 }), {
      maxConcurrentStreams: 2,
    })

    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await transport.request(request())).status),
    )

    expect(statuses).toEqual([200, 200, 200, 200, 200])
    expect(connections()).toBe(3)
  })

  it('reads an answer while nobody reads many others', async () => {
    const { transport, connections } = await startHttp2((stream, path) => {
      stream.respond({ ':status': 200 })
      stream.end(path.endsWith('/large') ? Buffer.alloc(2 << 20) : 'small')
    })
    const unread = await Promise.all(Array.from({ length: 20 }, () => transport.request(request('/large'))))

    expect(await textOf(transport, '/small')).toBe('small')
    expect(connections()).toBe(1)
    expect(unread).toHaveLength(20)
  })

  it('gives up a connection whose other end gives no sign of life', async () => {
    const { endpoint } = await startHttp2((stream) => stream.respond({ ':status': 200 }))
    const clock = new VirtualClock()
    const proxy = await startProxy(Number(new URL(endpoint.server).port))
    const server = endpoint.server.replace(/:\d+/, `:${proxy.port}`)
    const transport = networkTransport({ ...endpoint, server }, { clock })
    onTestFinished(() => transport.close())
    const { body } = await transport.request(request())

    proxy.stall()
    await clock.advance(45_000)

    await expect(readBody({ body })).rejects.toMatchObject({
      name: 'ConnectionError',
      message: expect.stringContaining('no sign of life'),
    })
  })

  it('knows that a server has not seen what it refused', async () => {
    const { transport } = await startHttp2((stream) => stream.close(constants.NGHTTP2_REFUSED_STREAM))

    await expect(transport.request(request('/x', 'POST'))).rejects.toMatchObject({
      name: 'ConnectionError',
      sent: false,
    })
  })

  it('knows that a server nobody reaches has seen nothing', async () => {
    const credentials = async () => ({ tls: {}, headers: {} })
    const nobody = networkTransport({ server: 'https://127.0.0.1:1', credentials })

    await expect(nobody.request(request('/x', 'POST'))).rejects.toMatchObject({
      message: 'cannot connect to 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1',
      sent: false,
    })
  })

  it('asks for new credentials when the old ones are refused, and once only', async () => {
    let asked = 0
    const { endpoint } = await startHttp(({ headers }, response) => {
      asked++
      response.writeHead(headers.authorization === 'Bearer new' ? 200 : 401).end(headers.authorization)
    })
    const transport = withToken(endpoint, ['old', 'new'])
    const hopeless = withToken(endpoint, ['old', 'older'])

    expect(await textOf(transport)).toBe('Bearer new')
    expect((await hopeless.request(request())).status).toBe(401)
    expect(asked).toBe(4)
  })

  it('leaves the connections of old credentials when there are new ones', async () => {
    const { endpoint, connections } = await startHttp2((stream, path) => {
      stream.respond({ ':status': 200 })
      respond(path, stream)
    })
    const { tls } = await endpoint.credentials()
    let current: Credentials = { tls, headers: {} }
    const transport = networkTransport({ ...endpoint, credentials: async () => current })
    onTestFinished(() => transport.close())
    await textOf(transport)
    const before = connections()

    current = { tls: { ...tls }, headers: {} }
    await textOf(transport)
    await textOf(transport)

    expect(connections()).toBe(before + 1)
  })
})

/** A transport whose token becomes the next one with every refresh. */
function withToken(endpoint: Endpoint, tokens: string[]): Transport {
  const transport = networkTransport({
    ...endpoint,
    credentials: async () => ({ tls: {}, headers: { authorization: `Bearer ${tokens[0]}` } }),
    refresh: async () => void tokens.shift(),
  })
  onTestFinished(() => transport.close())
  return transport
}
