import { chmod } from 'node:fs/promises'
import type { AddressInfo, Socket } from 'node:net'
import tls, { type TLSSocket } from 'node:tls'
import type { UserInfo } from '../contracts.ts'
import type { Exchange } from './exchange.ts'
import { Http1Exchange } from './http1-exchange.ts'
import { createHttp1Server, watchConnections } from './http1-server.ts'
import { certificateOf, createHttp2Server } from './http2-server.ts'

const HANDSHAKE_TIMEOUT_MS = 15_000

export interface ListenerOptions {
  host: string
  port: number
  cert: string
  key: string
  /** Certificate authorities named to clients, so that they know which certificate to show. */
  clientCa?: string
  /** How long a request may take to arrive. */
  requestTimeoutMs: number
}

/** A listening socket. */
export interface Listener {
  readonly port: number
  /** Stops accepting, breaks off what is open, and resolves when all of it is closed. */
  close(): Promise<void>
}

/** Serves HTTP/2 and HTTP/1.1 over TLS on one port. Client certificates are asked for, and verified by the handler. */
export async function listenTls(options: ListenerOptions, handle: (exchange: Exchange) => void): Promise<Listener> {
  const { host, port, cert, key, clientCa, requestTimeoutMs } = options
  const http2Server = createHttp2Server(requestTimeoutMs, handle)
  const http1Server = createHttp1Server(requestTimeoutMs, (request, response) =>
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
    if (socket.alpnProtocol === 'h2') http2Server.accept(socket)
    else http1Server.emit('connection', socket)
  })
  const listener = await listen(front, { host, port })
  watchConnections(http1Server)
  front.once('close', () => http1Server.close())
  return {
    port: listener.port,
    close: () => {
      http2Server.close()
      return listener.close()
    },
  }
}

/** Serves HTTP/1.1 without TLS, for a socket that only the machine itself reaches. */
export async function listenPlain(
  at: { host: string; port: number } | { path: string },
  { trustedUser, requestTimeoutMs }: { trustedUser: UserInfo | undefined; requestTimeoutMs: number },
  handle: (exchange: Exchange) => void,
): Promise<Listener> {
  const server = createHttp1Server(requestTimeoutMs, (request, response) =>
    handle(new Http1Exchange(request, response, { trustedUser })),
  )
  const listener = await listen(server, at)
  // Whoever can open the socket is let in, so that only its owner can.
  if ('path' in at) await chmod(at.path, 0o600)
  return listener
}

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
