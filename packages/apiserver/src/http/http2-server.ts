import type { X509Certificate } from 'node:crypto'
import http2, { type Http2Session, type IncomingHttpHeaders, type ServerHttp2Stream } from 'node:http2'
import type { TLSSocket } from 'node:tls'
import type { Exchange } from './exchange.ts'
import { Http2Exchange } from './http2-exchange.ts'
import { KEEP_ALIVE_MS, MAX_HEADER_BYTES } from './limits.ts'

const MAX_STREAMS_PER_CONNECTION = 1_000

/** What is known of a connection, looked at once for all its requests. */
interface Http2Connection {
  readonly certificate: X509Certificate | undefined
  openStreams: number
  /** One for all streams of the connection: each request would pay for its own. */
  readonly onStreamClose: () => void
}

/** Node refuses new requests on a connection that holds more than this; a few lists at once are more than its own 10 MB. */
const MAX_MEGABYTES_PER_CONNECTION = 1_024

/** Makes a server of HTTP/2 that connections are handed to. */
export function createHttp2Server(requestTimeoutMs: number, handle: (exchange: Exchange) => void): http2.Http2Server {
  const server = http2.createServer({
    maxHeaderListPairs: 512,
    maxSessionMemory: MAX_MEGABYTES_PER_CONNECTION,
    settings: {
      maxConcurrentStreams: MAX_STREAMS_PER_CONNECTION,
      maxHeaderListSize: MAX_HEADER_BYTES,
      initialWindowSize: 1 << 20,
    },
  })
  const connections = new WeakMap<Http2Session, Http2Connection>()
  server.on('session', (session) => {
    const connection: Http2Connection = {
      certificate: certificateOf(session.socket as TLSSocket),
      openStreams: 0,
      onStreamClose: () => connection.openStreams--,
    }
    connections.set(session, connection)
    session.setLocalWindowSize(8 << 20)
  })
  server.on('sessionError', ignore)
  const onStream = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders, _flags: number, rawHeaders: string[]) => {
    const connection = stream.session && connections.get(stream.session)
    if (!connection) return stream.close()
    connection.openStreams++
    stream.on('close', connection.onStreamClose)
    const { certificate } = connection
    handle(new Http2Exchange(stream, headers, rawHeaders, { certificate, timeoutMs: requestTimeoutMs }))
  }
  server.on('stream', onStream)
  server.on('timeout', (session?: Http2Session) => {
    // A quiet watch is no idle connection.
    if (session && !connections.get(session)?.openStreams) session.close()
  })
  server.setTimeout(KEEP_ALIVE_MS)
  return server
}

/** The certificate that the other end of a connection showed, verified or not. */
export const certificateOf = (socket: TLSSocket): X509Certificate | undefined => socket.getPeerX509Certificate?.()

function ignore(): void {}
