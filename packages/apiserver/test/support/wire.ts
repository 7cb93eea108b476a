import http2 from 'node:http2'
import tls from 'node:tls'
import type { ApiServer } from '../../src/server.ts'

/** A request as it goes over the wire, with everything that a polite client would not send. */
export interface WireRequest {
  method: string
  path: string
  /** In order, repetitions included. */
  headers?: readonly (readonly [name: string, value: string])[]
  body?: Buffer
}

export interface WireAnswer {
  status: number
  headers: Readonly<Record<string, unknown>>
  text: string
}

/** One way to the server. */
export interface Transport {
  readonly name: string
  send(request: WireRequest): Promise<WireAnswer>
  close(): void
}

/** Without a socket. Headers that come twice are sent once: there is no wire to repeat them on. */
export const inProcess = (server: ApiServer): Transport => ({
  name: 'the process itself',
  send: async ({ method, path, headers = [], body }) => {
    const response = await server.handle({
      method,
      path,
      headers: Object.fromEntries(headers),
      ...(body ? { body } : {}),
      signal: AbortSignal.timeout(10_000),
    })
    return { status: response.status, headers: response.headers, text: (await response.body()).toString() }
  },
  close: () => {},
})

/** HTTP/1.1 over TLS, byte by byte, a connection per request: no client library tidies up what is sent. */
export const overHttp1 = (server: ApiServer, token: string): Transport => ({
  name: 'HTTP/1.1',
  send: async ({ method, path, headers = [], body }) => {
    const lines = [
      `${method} ${path} HTTP/1.1`,
      'host: localhost',
      ...withToken(headers, token).map(([name, value]) => `${name}: ${value}`),
      ...(body ? [`content-length: ${body.length}`] : []),
      'connection: close',
    ]
    const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
    return parseHttp1(await converse(server, body ? Buffer.concat([head, body]) : head))
  },
  close: () => {},
})

/** HTTP/2 over TLS, all requests on one connection unless the server ends it. */
export function overHttp2(server: ApiServer, token: string): Transport {
  let session: http2.ClientHttp2Session | undefined
  const connect = () => {
    if (session && !session.closed && !session.destroyed) return session
    session = http2.connect(server.url, { ca: server.ca, maxHeaderListPairs: 1_000 })
    session.on('error', () => {})
    return session
  }
  return {
    name: 'HTTP/2',
    send: ({ method, path, headers = [], body }) =>
      new Promise((resolve, reject) => {
        const stream = connect().request(
          { ':method': method, ':path': path, ...grouped(withToken(headers, token)) },
          { endStream: body === undefined },
        )
        let answer: http2.IncomingHttpHeaders | undefined
        const chunks: Buffer[] = []
        stream.on('response', (received) => {
          answer = received
        })
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('error', () => {})
        stream.on('close', () => {
          if (!answer) return reject(new Error(`the stream ended with code ${stream.rstCode} and without an answer`))
          return resolve({
            status: Number(answer[':status']),
            headers: answer,
            text: Buffer.concat(chunks).toString(),
          })
        })
        if (body) stream.end(body)
      }),
    close: () => session?.destroy(),
  }
}

/** Sends bytes over TLS, and returns everything that comes back until the server hangs up. */
export function converse(server: ApiServer, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({ port: server.port, host: '127.0.0.1', ca: server.ca, servername: 'localhost' })
    const chunks: Buffer[] = []
    socket.on('secureConnect', () => socket.write(bytes))
    socket.on('data', (chunk) => chunks.push(chunk))
    // A server that has had enough may reset the connection; what it said before that counts.
    socket.on('error', (error) => (chunks.length === 0 && !isReset(error) ? reject(error) : undefined))
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')))
  })
}

const isReset = (error: Error): boolean => 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE')

function parseHttp1(text: string): WireAnswer {
  const end = text.indexOf('\r\n\r\n')
  const [statusLine = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line]))
  return {
    status: Number(statusLine.split(' ')[1]),
    headers,
    text: Buffer.from(text.slice(end + 4), 'latin1').toString(),
  }
}

/** With a token, unless the request brings credentials of its own. */
const withToken = (headers: NonNullable<WireRequest['headers']>, token: string) =>
  headers.some(([name]) => name === 'authorization')
    ? headers
    : [...headers, ['authorization', `Bearer ${token}`] as const]

function grouped(headers: readonly (readonly [string, string])[]): Record<string, string[]> {
  const all: Record<string, string[]> = {}
  for (const [name, value] of headers) (all[name] ??= []).push(value)
  return all
}
