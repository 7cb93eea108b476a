import net from 'node:net'
import tls, { type TLSSocket } from 'node:tls'
import { ConnectionError } from '../errors.ts'
import type { TlsOptions } from './endpoint.ts'

const CONNECT_TIMEOUT_MS = 30_000
const KEEP_ALIVE_MS = 30_000

/** Opens a TLS connection that speaks HTTP/2 if the server does: see `alpnProtocol` of the socket. */
export function connectTls(server: URL, options: TlsOptions): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = tls.connect({
      host: hostOf(server),
      port: Number(server.port || 443),
      ALPNProtocols: ['h2', 'http/1.1'],
      ...nodeTlsOptions(server, options),
    })
    const fail = (cause: Error) => {
      socket.destroy()
      reject(new ConnectionError(`cannot connect to ${server.host}: ${cause.message}`, { cause, sent: false }))
    }
    socket.once('error', fail)
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => fail(new Error('no answer in time')))
    socket.once('secureConnect', () => {
      socket.off('error', fail)
      socket.setTimeout(0)
      socket.setNoDelay(true)
      socket.setKeepAlive(true, KEEP_ALIVE_MS)
      resolve(socket)
    })
  })
}

/** TLS options in the terms of node. */
export function nodeTlsOptions(
  server: URL,
  { ca, cert, key, serverName, insecure }: TlsOptions,
): tls.ConnectionOptions {
  const servername = serverName ?? (net.isIP(hostOf(server)) === 0 ? hostOf(server) : undefined)
  return {
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
    ...(servername === undefined ? {} : { servername }),
    ...(insecure ? { rejectUnauthorized: false } : {}),
  }
}

/** Host without the brackets of an IPv6 address. */
const hostOf = (server: URL): string => server.hostname.replace(/^\[|\]$/g, '')
