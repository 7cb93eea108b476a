import { readFile } from 'node:fs/promises'
import http, { type RequestListener } from 'node:http'
import http2, { type ServerHttp2Stream } from 'node:http2'
import https from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { join } from 'node:path'
import { startApiServer } from '@skep/apiserver'
import { onTestFinished } from 'vitest'
import type { Endpoint } from '../transport/endpoint.ts'
import { networkTransport } from '../transport/network.ts'
import type { Transport } from '../transport/transport.ts'
import { temporaryFolder } from './servers.ts'

/** A server that is no API server, with certificates that one made. */
export interface PlainServer {
  readonly endpoint: Endpoint
  readonly transport: Transport
  /** Connections so far. */
  connections(): number
  /** Breaks all of them. */
  cut(): void
}

/** Speaks HTTP/1.1 without TLS. */
export const startHttp = async (onRequest: RequestListener): Promise<PlainServer> =>
  serve(http.createServer(onRequest), 'http', '')

/** Speaks HTTP/1.1 over TLS, and nothing newer. */
export async function startHttps(onRequest: RequestListener): Promise<PlainServer> {
  const { pem, ca } = await certificates()
  return serve(https.createServer({ key: pem, cert: pem }, onRequest), 'https', ca)
}

/** Speaks HTTP/2. */
export async function startHttp2(
  onStream: (stream: ServerHttp2Stream, path: string) => void,
  settings: http2.Settings = {},
): Promise<PlainServer> {
  const { pem, ca } = await certificates()
  const server = http2.createSecureServer({ key: pem, cert: pem, settings, maxSessionMemory: 1_000 })
  server.on('stream', (stream, headers) => {
    stream.on('error', () => {})
    onStream(stream, headers[':path'] ?? '')
  })
  return serve(server, 'https', ca)
}

async function certificates(): Promise<{ pem: string; ca: string }> {
  const dataDir = await temporaryFolder()
  const server = await startApiServer({ dataDir, controllers: false })
  const pem = await readFile(join(dataDir, 'pki', 'serving.pem'), 'utf8')
  await server.close()
  return { pem, ca: server.ca }
}

async function serve(server: Server, scheme: string, ca: string): Promise<PlainServer> {
  const sockets = new Set<Socket>()
  let connections = 0
  server.on('connection', (socket) => {
    connections++
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const credentials = Promise.resolve({ tls: { ca }, headers: {} })
  const endpoint = { server: `${scheme}://127.0.0.1:${port}/prefix`, credentials: () => credentials }
  const transport = networkTransport(endpoint)
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    transport.close()
    server.close()
    cut()
  })
  return { endpoint, transport, connections: () => connections, cut }
}
