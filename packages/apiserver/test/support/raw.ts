import net from 'node:net'
import tls from 'node:tls'
import type { ApiServer } from '../../src/server.ts'
import { ADMIN_TOKEN } from './laboratory.ts'

/** A connection on which a test says whatever it wants. */
export interface RawConnection {
  write(bytes: Buffer | string): void
  /** Everything that came so far. */
  readonly received: string
  /** Resolves when the received text has this in it, or the connection is over. */
  until(text: string): Promise<void>
  /** Resolves with everything that came when the server has hung up. */
  closed(): Promise<string>
  /** Reads nothing until `resume`. */
  pause(): void
  resume(): void
  destroy(): void
}

/** Connects with TLS, speaking HTTP/1.1 unless `protocol` says otherwise. */
export function connectTls(server: ApiServer, protocol = 'http/1.1'): Promise<RawConnection> {
  const at = { port: server.port, host: '127.0.0.1', ca: server.ca, servername: 'localhost', ALPNProtocols: [protocol] }
  return new Promise((resolve, reject) => {
    const socket = tls.connect(at, () => resolve(rawConnection(socket)))
    socket.once('error', reject)
  })
}

/** Connects without TLS, to a server that expects it. */
export function connectPlain(server: ApiServer): Promise<RawConnection> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(server.port, '127.0.0.1', () => resolve(rawConnection(socket)))
    socket.once('error', reject)
  })
}

function rawConnection(socket: net.Socket): RawConnection {
  let received = ''
  let over = false
  const waiting = new Set<() => void>()
  const tell = () => {
    for (const look of [...waiting]) look()
  }
  const when = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!holds() && !over) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1')
    tell()
  })
  // A server that has had enough may reset the connection.
  socket.on('error', () => {})
  socket.on('close', () => {
    over = true
    tell()
  })
  return {
    write: (bytes) => void socket.write(bytes),
    get received() {
      return received
    },
    until: (text) => when(() => received.includes(text)),
    closed: async () => {
      await when(() => over)
      return received
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    destroy: () => socket.destroy(),
  }
}

/** The head of a request by an administrator; more headers are lines. */
export const head = (requestLine: string, ...headers: string[]): string =>
  [`${requestLine} HTTP/1.1`, 'host: localhost', `authorization: Bearer ${ADMIN_TOKEN}`, ...headers, '', ''].join(
    '\r\n',
  )
