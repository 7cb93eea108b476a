import { randomBytes } from 'node:crypto'
import http2 from 'node:http2'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { times } from './support/cases.ts'
import { ADMIN_TOKEN, type Laboratory, openLaboratory } from './support/laboratory.ts'
import { within } from './support/problem.ts'
import { connectPlain, connectTls, head } from './support/raw.ts'

const MAPS = '/api/v1/namespaces/lab/configmaps'
const TIMEOUT_MS = 300

let laboratory: Laboratory
beforeAll(async () => {
  laboratory = await openLaboratory({ requestTimeoutMs: TIMEOUT_MS })
})
afterAll(() => laboratory.close())

const inTime = <T>(promise: Promise<T>): Promise<T> => within(5_000, promise)

/** Says something over HTTP/1.1, and returns what the server says until it hangs up. */
async function say(text: string | Buffer): Promise<string> {
  const connection = await connectTls(laboratory.server)
  connection.write(text)
  return inTime(connection.closed())
}

const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))

/** A frame of HTTP/2 (RFC 9113, 4.1). */
function frame(type: number, flags: number, stream: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(9)
  header.writeUIntBE(payload.length, 0, 3)
  header.writeUInt8(type, 3)
  header.writeUInt8(flags, 4)
  header.writeUInt32BE(stream, 5)
  return Buffer.concat([header, payload])
}

const PREFACE = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(0x4, 0x0, 0, Buffer.alloc(0))])
/** Type, flags and stream of the frame that says that nothing more will be listened to. */
const GOAWAY = '\x07\0\0\0\0\0'

describe('what is no HTTP', () => {
  it.each([
    ['a wrong version', 'GET / HTTP/9.9\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nhost localhost\r\n\r\n'],
    ['a header with a line feed in its name', 'GET / HTTP/1.1\r\nho\nst: x\r\n\r\n'],
    ['two different lengths', head(`POST ${MAPS}`, 'content-length: 5', 'content-length: 6')],
    ['a length and chunks at once', head(`POST ${MAPS}`, 'content-length: 5', 'transfer-encoding: chunked')],
    ['a length that is no number', head(`POST ${MAPS}`, 'content-length: many')],
    ['a negative length', head(`POST ${MAPS}`, 'content-length: -1')],
    ['a chunk whose size is no number', `${head(`POST ${MAPS}`, 'transfer-encoding: chunked')}xyz\r\n{}\r\n0\r\n\r\n`],
    ['a path with characters that need escapes', 'GET /é HTTP/1.1\r\nhost: x\r\n\r\n'],
  ])('is refused with 400: %s', async (_what, text) => {
    const answer = await say(text)

    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(bodyOf(answer)).toMatchObject({ kind: 'Status', code: 400, reason: 'BadRequest' })
  })

  it('is refused with 405 when it is a method that nobody knows', async () => {
    expect(bodyOf(await say(head('BREW /coffee')))).toMatchObject({ code: 405, reason: 'MethodNotAllowed' })
  })

  it('is refused with 431 when headers take up too much', async () => {
    const answer = await say(head('GET /version', `x-long: ${'y'.repeat(100_000)}`))

    expect(bodyOf(answer)).toMatchObject({ kind: 'Status', code: 431 })
  })

  it.each([
    ['no TLS', 'GET / HTTP/1.1\r\n\r\n'],
    ['noise', randomBytes(2_000)],
    ['a handshake of another version', Buffer.from('160300000101', 'hex')],
    ['a handshake that promises too much', Buffer.from('1603010fff0100ffff', 'hex')],
  ])('ends before it begins: %s', async (_what, bytes) => {
    const connection = await connectPlain(laboratory.server)
    connection.write(bytes)
    connection.write('x'.repeat(10_000))

    expect(await inTime(connection.closed())).not.toContain('HTTP/1.1 200')
  })

  it.each([
    ['no preface', 'GET / HTTP/1.1\r\n\r\n'],
    ['a preface and noise', `PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n${'\xff'.repeat(2_000)}`],
    ['a frame larger than allowed', Buffer.concat([PREFACE, Buffer.from('ffffff000000000001', 'hex')])],
    ['data on a stream that is not open', Buffer.concat([PREFACE, frame(0x0, 0x1, 7, Buffer.from('x'))])],
    ['headers that do not decompress', Buffer.concat([PREFACE, frame(0x1, 0x5, 1, Buffer.alloc(40, 0xff))])],
    ['a window without end', Buffer.concat([PREFACE, frame(0x8, 0x0, 0, Buffer.from('7fffffff', 'hex'))])],
  ])('is the last that is listened to when HTTP/2 was agreed: %s', async (_what, bytes) => {
    const connection = await connectTls(laboratory.server, 'h2')
    connection.write(bytes)

    await inTime(connection.until(GOAWAY))
    connection.destroy()
  })
})

describe('more headers than anybody needs', () => {
  it.each([
    ['many', Object.fromEntries(times(600, (index) => [`x-flood-${index}`, 'y']))],
    ['long', { 'x-long': 'y'.repeat(100_000) }],
  ])('do not get through over HTTP/2, and stop nobody else: %s', async (_what, headers) => {
    const { url, ca } = laboratory.server
    const session = http2.connect(url, { ca })
    session.on('error', () => {})
    const stream = session.request({ ':path': '/version', ...headers })
    let status: unknown
    stream.on('response', (answer) => {
      status = answer[':status']
    })
    stream.on('error', () => {})
    await inTime(new Promise((resolve) => stream.on('close', resolve).resume()))
    session.destroy()

    expect(status).not.toBe(200)
    expect(await say(head('GET /version', 'connection: close'))).toMatch(/^HTTP\/1\.1 200/)
  })
})

describe('who takes too long', () => {
  it('is cut off with the headers half sent', async () => {
    expect(bodyOf(await say('GET /version HTTP/1.1\r\nhost: loc'))).toMatchObject({ code: 504, reason: 'Timeout' })
  })

  it('is cut off with the body half sent, over HTTP/1.1', async () => {
    const answer = await say(`${head(`POST ${MAPS}`, 'content-length: 50')}{"metadata":`)

    expect(bodyOf(answer)).toMatchObject({ code: 504, reason: 'Timeout' })
  })

  it('is cut off with the body half sent, over HTTP/2', async () => {
    const session = http2.connect(laboratory.server.url, { ca: laboratory.server.ca })
    const stream = session.request({ ':method': 'POST', ':path': MAPS, authorization: `Bearer ${ADMIN_TOKEN}` })
    stream.on('error', () => {})
    stream.write('{"metadata":')

    const status = await inTime(new Promise((resolve) => stream.on('response', (head) => resolve(head[':status']))))
    await inTime(new Promise((resolve) => stream.on('close', resolve).resume()))
    session.destroy()

    expect(status).toBe(504)
  })

  it('is cut off however often it sends a byte', async () => {
    const connection = await connectTls(laboratory.server)
    connection.write(head(`POST ${MAPS}`, 'content-length: 5000'))
    const drip = setInterval(() => connection.write(' '), 20)

    const answer = await inTime(connection.closed())
    clearInterval(drip)

    expect(bodyOf(answer)).toMatchObject({ code: 504 })
  })
})

describe('who goes away', () => {
  it('in the middle of a body leaves nothing behind', async () => {
    const connections = await Promise.all(times(20, () => connectTls(laboratory.server)))
    for (const connection of connections) connection.write(`${head(`POST ${MAPS}`, 'content-length: 500')}{"metadata":`)
    for (const connection of connections) connection.destroy()

    await expect.poll(underWay).toEqual({ writing: 0, watching: 0 })
    expect(laboratory.failures).toEqual([])
  })

  it('in the middle of a body over HTTP/2 leaves nothing behind', async () => {
    const session = http2.connect(laboratory.server.url, { ca: laboratory.server.ca })
    session.on('error', () => {})
    for (let index = 0; index < 20; index++) {
      const stream = session.request({ ':method': 'POST', ':path': MAPS, authorization: `Bearer ${ADMIN_TOKEN}` })
      stream.on('error', () => {})
      stream.write('{"metadata":')
      stream.close(http2.constants.NGHTTP2_CANCEL)
    }
    session.destroy()

    await expect.poll(underWay).toEqual({ writing: 0, watching: 0 })
    expect(laboratory.failures).toEqual([])
  })

  it('before its watch begins is not watched for', async () => {
    const { store } = laboratory.server
    const waiting = vi.spyOn(store, 'waitFor')
    const connection = await connectTls(laboratory.server)
    connection.write(head(`GET ${MAPS}?watch=true&resourceVersion=${store.revision + 1}`))
    await expect.poll(() => waiting.mock.calls.length).toBe(1)
    connection.destroy()
    // By the time that another client has been served, the server has heard of it.
    await say(head('GET /version', 'connection: close'))
    await laboratory.api.post(MAPS, { metadata: { generateName: 'late-' } })

    await expect.poll(underWay).toEqual({ writing: 0, watching: 0 })
  })
})

/** What the server counts as going on right now. */
async function underWay(): Promise<{ writing: number; watching: number }> {
  const response = await laboratory.server.handle({ path: '/metrics' })
  const text = (await response.body()).toString()
  const sum = (pattern: RegExp) => [...text.matchAll(pattern)].reduce((total, [, value]) => total + Number(value), 0)
  return {
    writing: sum(/^apiserver_current_inflight_requests\{request_kind="mutating"\} (\d+)/gm),
    watching: sum(/^apiserver_longrunning_requests\{.*\} (\d+)/gm),
  }
}

describe('several requests at once on one connection', () => {
  it('are answered in their order', async () => {
    const connection = await connectTls(laboratory.server)
    connection.write(head('GET /version') + head('GET /none') + head('GET /healthz', 'connection: close'))

    const answers = (await inTime(connection.closed())).match(/HTTP\/1\.1 \d+/g)

    expect(answers).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 200'])
  })

  it('end with the first that is no HTTP', async () => {
    const connection = await connectTls(laboratory.server)
    connection.write(`${head('GET /version')}nonsense\r\n\r\n${head('GET /version')}`)

    const answers = (await inTime(connection.closed())).match(/HTTP\/1\.1 \d+/g)

    expect(answers?.length).toBeLessThanOrEqual(2)
    expect(answers?.at(-1)).toBe('HTTP/1.1 405')
  })
})

describe('after all that', () => {
  it('the server answers as ever', async () => {
    const { status } = await laboratory.api.post(MAPS, { metadata: { name: 'fine' } })

    expect(status).toBe(201)
    expect(laboratory.failures).toEqual([])
  })
})
