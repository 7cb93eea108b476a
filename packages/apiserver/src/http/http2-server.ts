import type { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { StatusError } from '@skep/base'
import { HttpDate } from '../http2/http-date.ts'
import { DEFAULT_LIMITS } from '../http2/limits.ts'
import { Flusher } from '../http2/output.ts'
import { type Http2Context, ServerConnection } from '../http2/server-connection.ts'
import type { ServerStream } from '../http2/server-stream.ts'
import { Slab } from '../http2/slab.ts'
import type { Exchange } from './exchange.ts'
import { Http2Exchange } from './http2-exchange.ts'
import { KEEP_ALIVE_MS, MAX_HEADER_BYTES } from './limits.ts'

/** How often connections are looked at that may be idle or stuck. */
const CHECK_INTERVAL_MS = 5_000
/** As over HTTP/1.1. */
const HEADERS_TOO_LARGE = new StatusError('', 'Request Header Fields Too Large', { code: 431 })

/** Serves HTTP/2 on connections that are handed to it. */
export interface Http2Server {
  accept(socket: TLSSocket): void
  /** Says goodbye on all connections. */
  close(): void
}

export function createHttp2Server(requestTimeoutMs: number, handle: (exchange: Exchange) => void): Http2Server {
  const context: Http2Context = {
    limits: {
      ...DEFAULT_LIMITS,
      idleMs: KEEP_ALIVE_MS,
      headers: { ...DEFAULT_LIMITS.headers, bytes: MAX_HEADER_BYTES },
    },
    slab: new Slab(),
    flusher: new Flusher(),
    date: new HttpDate(),
    now: () => performance.now(),
  }
  const connections = new Set<ServerConnection>()
  const timer = setInterval(() => {
    for (const connection of connections) connection.check()
  }, CHECK_INTERVAL_MS).unref()
  return {
    accept: (socket) => {
      const peer = { certificate: certificateOf(socket), timeoutMs: requestTimeoutMs }
      const connection = new ServerConnection(socket, context, {
        onRequest: (stream) => handle(new Http2Exchange(stream, peer)),
        onOversizedHead: refuse,
      })
      connections.add(connection)
      socket.once('close', () => connections.delete(connection))
    },
    close: () => {
      clearInterval(timer)
      for (const connection of connections) connection.shutDown()
    },
  }
}

function refuse(stream: ServerStream): void {
  const body = Buffer.from(JSON.stringify(HEADERS_TOO_LARGE.toStatus()))
  stream.respond(HEADERS_TOO_LARGE.code, { 'content-type': 'application/json' }, body)
}

/** The certificate that the other end of a connection showed, verified or not. */
export const certificateOf = (socket: TLSSocket): X509Certificate | undefined => socket.getPeerX509Certificate?.()
