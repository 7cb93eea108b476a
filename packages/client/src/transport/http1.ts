import http, { type Agent, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { ConnectionError } from '../errors.ts'
import { nodeTlsOptions } from './connect.ts'
import type { TlsOptions } from './endpoint.ts'
import { bodyOf, type OpenRequest } from './open-requests.ts'
import type { TransportRequest, TransportResponse } from './transport.ts'

const AGENT_OPTIONS = { keepAlive: true, keepAliveMsecs: 30_000 }

/** Connections that are kept for HTTP/1.1 requests, with or without TLS. */
export const createAgent = (server: URL, tls: TlsOptions): Agent =>
  server.protocol === 'http:'
    ? new http.Agent(AGENT_OPTIONS)
    : new https.Agent({ ...AGENT_OPTIONS, ...nodeTlsOptions(server, tls) })

/** Sends a request over HTTP/1.1. */
export function requestHttp1(
  server: URL,
  agent: Agent,
  request: TransportRequest,
  open: OpenRequest,
): Promise<TransportResponse> {
  const { method, path, headers, body } = request
  const send = server.protocol === 'http:' ? http.request : https.request
  return new Promise((resolve, reject) => {
    const outgoing = send(new URL(path, server.origin), { method, headers, agent, signal: open.signal })
    outgoing.once('response', (incoming) => {
      const { statusCode: status = 0, headers: received } = incoming
      resolve({ status, headers: received, body: bodyOf(chunksOf(request, incoming, open), open) })
    })
    outgoing.once('error', (error) => {
      open.end()
      reject(open.signal.aborted ? open.signal.reason : failed(request, error))
    })
    outgoing.end(body)
  })
}

async function* chunksOf(
  request: TransportRequest,
  incoming: IncomingMessage,
  { signal }: OpenRequest,
): AsyncGenerator<Buffer> {
  try {
    yield* incoming
  } catch (error) {
    throw signal.aborted ? signal.reason : failed(request, error)
  }
}

/** Errors before there was a connection at all. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

function failed({ method, path }: TransportRequest, cause: unknown): ConnectionError {
  const { message, code } = cause as NodeJS.ErrnoException
  return new ConnectionError(`${method} ${path} failed: ${message}`, { cause, sent: !UNSENT.has(code ?? '') })
}
