import type { X509Certificate } from 'node:crypto'
import { chmod } from 'node:fs/promises'
import http from 'node:http'
import http2, { type Http2Session, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import type { AddressInfo, Socket } from 'node:net'
import tls, { type TLSSocket } from 'node:tls'
import type { UserInfo } from '../contracts.ts'
import { methodNotAllowed } from '../registry/errors.ts'
import type { Exchange } from './exchange.ts'
import { Http1Exchange } from './http1-exchange.ts'
import { Http2Exchange } from './http2-exchange.ts'

const MAX_HEADER_BYTES = 64 * 1024
const HEADERS_TIMEOUT_MS = 30_000
const BODY_TIMEOUT_MS = 60_000
const KEEP_ALIVE_MS = 180_000
const HANDSHAKE_TIMEOUT_MS = 15_000
const MAX_STREAMS_PER_CONNECTION = 1_000

const METHOD_NOT_ALLOWED_BODY = JSON.stringify(methodNotAllowed().toStatus())
const METHOD_NOT_ALLOWED = [
  'HTTP/1.1 405 Method Not Allowed',
  'content-type: application/json',
  `content-length: ${METHOD_NOT_ALLOWED_BODY.length}`,
  'connection: close',
  '',
  METHOD_NOT_ALLOWED_BODY,
].join('\r\n')

export interface ListenerOptions {
  host: string
  port: number
  cert: string
  key: string
  /** Certificate authorities named to clients, so that they know which certificate to show. */
  clientCa?: string
}

/** A listening socket. */
export interface Listener {
  readonly port: number
  /** Stops accepting, breaks off what is open, and resolves when all of it is closed. */
  close(): Promise<void>
}

/** Serves HTTP/2 and HTTP/1.1 over TLS on one port. Client certificates are asked for, and verified by the handler. */
export async function listenTls(options: ListenerOptions, handle: (exchange: Exchange) => void): Promise<Listener> {
  const { host, port, cert, key, clientCa } = options
  const http2Server = createHttp2Server(handle)
  const http1Server = createHttp1Server((request, response) =>
    handle(new Http1Exchange(request, response, { certificate: certificateOf(request.socket as TLSSocket) })),
  )
  const front = tls.createServer({
    cert,
    key,
    ...(clientCa ? { ca: clientCa } : {}),
    requestCert: true,
    rejectUnauthorized: false,
    ALPNProtocols: ['h2', 'http/1.1'],
    handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
  })
  front.on('secureConnection', (socket) => {
    socket.setNoDelay(true)
    const server = socket.alpnProtocol === 'h2' ? http2Server : http1Server
    server.emit('connection', socket)
  })
  return listen(front, { host, port })
}

/** Serves HTTP/1.1 without TLS, for a socket that only the machine itself reaches. */
export async function listenPlain(
  at: { host: string; port: number } | { path: string },
  trustedUser: UserInfo | undefined,
  handle: (exchange: Exchange) => void,
): Promise<Listener> {
  const server = createHttp1Server((request, response) => handle(new Http1Exchange(request, response, { trustedUser })))
  const listener = await listen(server, at)
  // Whoever can open the socket is let in, so that only its owner can.
  if ('path' in at) await chmod(at.path, 0o600)
  return listener
}

/** What is known of a connection, looked at once for all its requests. */
interface Http2Connection {
  readonly certificate: X509Certificate | undefined
  openStreams: number
}

function createHttp2Server(handle: (exchange: Exchange) => void): http2.Http2Server {
  const server = http2.createServer({
    maxHeaderListPairs: 512,
    settings: {
      maxConcurrentStreams: MAX_STREAMS_PER_CONNECTION,
      maxHeaderListSize: MAX_HEADER_BYTES,
      initialWindowSize: 1 << 20,
    },
  })
  const connections = new WeakMap<Http2Session, Http2Connection>()
  server.on('session', (session) => {
    connections.set(session, { certificate: certificateOf(session.socket as TLSSocket), openStreams: 0 })
    session.setLocalWindowSize(8 << 20)
  })
  server.on('sessionError', ignore)
  const onStream = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, _flags: number, rawHeaders: string[]) => {
    const connection = stream.session && connections.get(stream.session)
    if (!connection) return stream.close()
    connection.openStreams++
    stream.once('close', () => connection.openStreams--)
    handle(new Http2Exchange(stream, headers, rawHeaders, connection.certificate))
  }
  server.on('stream', onStream)
  server.on('timeout', (session?: Http2Session) => {
    // A quiet watch is no idle connection.
    if (session && !connections.get(session)?.openStreams) session.close()
  })
  server.setTimeout(KEEP_ALIVE_MS)
  return server
}

function createHttp1Server(onRequest: http.RequestListener): http.Server {
  const server = http.createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: BODY_TIMEOUT_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
      noDelay: true,
    },
    onRequest,
  )
  server.on('clientError', (error, socket) => {
    // The parser knows a list of methods; of all others the API says that it does not serve them.
    if ('code' in error && error.code === 'HPE_INVALID_METHOD' && socket.writable) socket.end(METHOD_NOT_ALLOWED)
    else socket.destroy()
  })
  return server
}

const certificateOf = (socket: TLSSocket): X509Certificate | undefined => socket.getPeerX509Certificate?.()

interface Listening {
  listen(at: object, done: () => void): unknown
  once(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'connection' | 'secureConnection', listener: (socket: Socket) => void): unknown
  off(event: 'error', listener: (error: Error) => void): unknown
  address(): AddressInfo | string | null
  close(done: () => void): unknown
}

async function listen(server: Listening, at: object): Promise<Listener> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', ignore)
    socket.once('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(at, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function ignore(): void {}
