import { connect } from 'node:net'
import { createLogger, Metrics, VirtualClock } from '@skep/base'
import { DatabaseError, SearchError } from '@skep/database'
import { afterEach, describe, expect, it } from 'vitest'
import { createService, ocmErrors, type Route, type Service, ServiceError, type ServiceOptions } from '../index.ts'

const BASE = '/api/clusters_mgmt/v1'
const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/

let service: Service | undefined
afterEach(() => service?.close())

const get = (path: string, handler: Route['handler']): Route => ({ method: 'GET', path, handler })

async function start(routes: readonly Route[], options: Partial<ServiceOptions> = {}): Promise<string> {
  const errors = ocmErrors({ service: 'clusters_mgmt', base: BASE })
  service = await createService({ name: 'test', groups: [{ base: BASE, routes, errors }], ...options })
  return service.url + BASE
}

const post = (url: string, body: string | Uint8Array, type = 'application/json') =>
  fetch(url, { method: 'POST', body, headers: { 'content-type': type } })

describe('a route', () => {
  it('answers for its path, with the parts that it names decoded', async () => {
    const url = await start([
      get('', () => ({ body: { kind: 'Metadata' } })),
      get('/clusters/{cluster_id}/status', ({ params }) => ({ body: params })),
    ])

    expect(await (await fetch(url)).json()).toEqual({ kind: 'Metadata' })
    expect(await (await fetch(`${url}/`)).json()).toEqual({ kind: 'Metadata' })
    expect(await (await fetch(`${url}/clusters/a%2Fb%20c/status`)).json()).toEqual({ cluster_id: 'a/b c' })
  })

  it('with a name goes before one with any part, and the other is found when the name leads nowhere', async () => {
    const url = await start([
      get('/clusters/{id}', ({ params }) => ({ body: params })),
      get('/clusters/new', () => ({ body: 'new' })),
      get('/clusters/{id}/logs', () => ({ body: 'logs' })),
    ])

    expect(await (await fetch(`${url}/clusters/new`)).text()).toBe('new')
    expect(await (await fetch(`${url}/clusters/new/logs`)).text()).toBe('logs')
  })

  it('is the only one for its method and path', async () => {
    const twice = [get('/a', () => ({})), get('/a', () => ({}))]

    await expect(start(twice)).rejects.toThrow(`two routes answer GET ${BASE}/a`)
  })

  it('sends a body in pieces as one', async () => {
    const pieces = ['{"items":[', '"ä"', ']}'].map((text) => Buffer.from(text))
    const url = await start([get('/list', () => ({ pieces })), get('/nothing', () => ({ pieces: [] }))])

    const list = await fetch(`${url}/list`)

    expect(list.headers.get('content-length')).toBe('16')
    expect(await list.json()).toEqual({ items: ['ä'] })
    expect(await (await fetch(`${url}/nothing`)).text()).toBe('')
  })

  it('has a content type even without a body, unless it says 204', async () => {
    const url = await start([
      { method: 'POST', path: '/hibernate', handler: () => ({}) },
      { method: 'DELETE', path: '/cluster', handler: () => ({ status: 204 }) },
    ])

    const hibernated = await fetch(`${url}/hibernate`, { method: 'POST' })
    const deleted = await fetch(`${url}/cluster`, { method: 'DELETE' })

    expect([hibernated.status, hibernated.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect([deleted.status, deleted.headers.get('content-type')]).toEqual([204, null])
  })
})

describe('an error', () => {
  it('says what is not found, with all that clients read', async () => {
    const url = await start([], { clock: new VirtualClock({ start: Date.UTC(2026, 0, 2, 3, 4, 5) }) })

    const response = await fetch(`${url}/bogus?x=1`)

    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toBe('application/json')
    expect(await response.json()).toEqual({
      kind: 'Error',
      id: '404',
      href: '/api/clusters_mgmt/v1/errors/404',
      code: 'CLUSTERS-MGMT-404',
      reason: "Can't find resource for path '/api/clusters_mgmt/v1/bogus'",
      operation_id: response.headers.get('x-operation-id'),
      timestamp: '2026-01-02T03:04:05Z',
    })
    expect(response.headers.get('x-operation-id')).toMatch(UUID)
  })

  it('says which methods a path has', async () => {
    const url = await start([get('/clusters', () => ({}))])

    const response = await fetch(`${url}/clusters`, { method: 'PUT' })

    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
    expect(await response.json()).toMatchObject({
      code: 'CLUSTERS-MGMT-405',
      reason: "Method 'PUT' isn't supported for path '/api/clusters_mgmt/v1/clusters'",
    })
  })

  it.each([
    [
      new ServiceError(400, 'no', { id: 1001, details: [{ Error_Key: 'x' }] }),
      400,
      { id: '1001', reason: 'no', details: [{ Error_Key: 'x' }] },
    ],
    [
      new SearchError("there is no attribute 'x'", 3),
      400,
      { reason: "Can't understand the request: there is no attribute 'x'" },
    ],
    [
      new DatabaseError('Unavailable', 'postgres://me:***@db is not available'),
      503,
      { reason: 'The database is not available at the moment, try again later' },
    ],
    [new DatabaseError('Stale', 'x'), 409, { code: 'CLUSTERS-MGMT-409' }],
    [new DatabaseError('Missing', "there is no 'x' in clusters"), 404, { reason: "there is no 'x' in clusters" }],
  ])('%s becomes an answer', async (error, status, body) => {
    const url = await start([
      get('/fail', () => {
        throw error
      }),
    ])

    const response = await fetch(`${url}/fail`)

    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject(body)
  })

  it('that nobody expected is a 500 that tells nothing, and its cause is in the log', async () => {
    const lines: string[] = []
    const log = createLogger({ write: (line) => lines.push(line) })
    const url = await start([get('/fail', () => Promise.reject(new Error('the inner secret')))], { log })

    const response = await fetch(`${url}/fail`)
    const body = await response.text()

    expect(response.status).toBe(500)
    expect(body).not.toContain('inner secret')
    expect(lines.join('')).toContain('the inner secret')
    expect(lines.join('')).toContain(response.headers.get('x-operation-id'))
  })
})

describe('a body', () => {
  const echo: Route = {
    method: 'POST',
    path: '/echo',
    handler: async (request) => ({ status: 201, body: await request.json() }),
  }

  it('is a JSON object', async () => {
    const url = await start([echo])

    const response = await post(`${url}/echo`, '{"name":"blue"}', 'application/json; charset=utf-8')

    expect([response.status, await response.json()]).toEqual([201, { name: 'blue' }])
  })

  it.each([
    ['{"name":', 'application/json', 400, "Request body isn't valid JSON"],
    ['', 'application/json', 400, 'Request body is empty, but a JSON object is expected'],
    ['[]', 'application/json', 400, 'Request body must be a JSON object'],
    ['null', 'application/json', 400, 'Request body must be a JSON object'],
    [
      '{}',
      'application/x-www-form-urlencoded',
      415,
      "Content type 'application/x-www-form-urlencoded' isn't supported, it should be 'application/json'",
    ],
    [Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 'application/json', 400, "Request body isn't valid UTF-8"],
    [`{"a":${'['.repeat(10_000)}`, 'application/json', 400, 'Request body has more than 100 levels'],
    [`{"a":"${'x'.repeat(2_000)}"}`, 'application/json', 413, 'Request body is larger than 1000 bytes'],
  ])('is refused: %s', async (body, type, status, reason) => {
    const url = await start([echo], { bodyLimit: reason.includes('larger') ? 1_000 : 100_000 })

    const response = await post(`${url}/echo`, body, type)

    expect(response.status).toBe(status)
    expect(((await response.json()) as { reason: string }).reason).toContain(reason)
  })

  it('may hold brackets in texts', async () => {
    const url = await start([echo])
    const body = { text: `\\"${'[{'.repeat(200)}` }

    expect(await (await post(`${url}/echo`, JSON.stringify(body))).json()).toEqual(body)
  })
})

describe('a service', () => {
  it('continues the trace of its caller, and begins one otherwise', async () => {
    const url = await start([get('/trace', ({ traceId, traceparent }) => ({ body: { traceId, traceparent } }))])
    const trace = async (traceparent?: string) => {
      const response = await fetch(`${url}/trace`, { headers: traceparent === undefined ? {} : { traceparent } })
      return (await response.json()) as { traceId: string; traceparent: string }
    }

    const continued = await trace('00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00')
    const unusable = await trace(`00-${'0'.repeat(32)}-b7ad6b7169203331-00`)
    const begun = await trace()

    expect(continued.traceId).toBe('0af7651916cd43dd8448eb211c80319c')
    expect(continued.traceparent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[\da-f]{16}-00$/)
    expect(continued.traceparent).not.toContain('b7ad6b7169203331')
    for (const { traceId } of [unusable, begun]) expect(traceId).toMatch(/^(?!0+$)[\da-f]{32}$/)
  })

  it('names the port that it cannot have', async () => {
    await start([])
    const { port } = service!

    await expect(createService({ name: 'second', port, groups: [] })).rejects.toThrow(
      `second: port ${port} of 127.0.0.1 is in use: stop what listens there, or choose another port`,
    )
  })

  it('lets requests under way finish when it closes', async () => {
    let [arrive, finish] = [() => {}, () => {}]
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    const finished = new Promise<void>((resolve) => (finish = resolve))
    const slow = get('/slow', async () => {
      arrive()
      await finished
      return { body: 'done' }
    })
    const url = await start([slow])
    const response = fetch(`${url}/slow`)
    await arrived

    const closed = service!.close()
    finish()

    expect(await (await response).text()).toBe('done')
    await closed
  })

  it('cuts requests that take too long when it closes, and tells their handlers', async () => {
    const reasons: unknown[] = []
    let arrive = () => {}
    const arrived = new Promise<void>((resolve) => (arrive = resolve))
    const slow = get('/slow', ({ signal }) => {
      arrive()
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          reasons.push(signal.reason)
          reject(signal.reason)
        })
      })
    })
    const url = await start([slow], { shutdownMs: 1 })
    const response = fetch(`${url}/slow`).catch((error: unknown) => error)
    await arrived

    await service!.close()

    expect(reasons).toEqual([new Error('the service stops')])
    await response
  })

  it.each([
    ['GARBAGE\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 'HTTP/1.1 431 Request Header Fields Too Large'],
    ['GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
  ])('answers what is no request in the form of its errors: %.20s', async (bytes, status) => {
    await start([])

    const answer = await new Promise<string>((resolve, reject) => {
      let text = ''
      const socket = connect(service!.port, '127.0.0.1', () => socket.write(bytes))
      socket
        .on('data', (data) => (text += data))
        .on('close', () => resolve(text))
        .on('error', reject)
    })

    expect(answer).toContain(status)
    expect(answer).toContain('"kind":"Error"')
  })

  it('counts requests by the routes it has, and made-up paths together', async () => {
    const metrics = new Metrics()
    const url = await start([get('/clusters/{id}', () => ({}))], { metrics })

    for (const path of ['/clusters/a', '/clusters/b', '/x', '/y']) await fetch(url + path)

    expect(metrics.text()).toContain(
      `api_inbound_request_count{apiservice="test",method="GET",path="${BASE}/clusters/{id}",code="200"} 2`,
    )
    expect(metrics.text()).toContain('api_inbound_request_count{apiservice="test",method="GET",path="/-",code="404"} 2')
  })
})
