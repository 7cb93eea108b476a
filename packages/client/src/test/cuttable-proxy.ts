import net, { type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Something between client and server that can break their connections. */
export interface CuttableProxy {
  readonly port: number
  /** Connections since the start. */
  readonly connections: number
  /** Breaks all connections without a goodbye. */
  cut(): void
  /** Passes nothing on any more, and says nothing either. */
  stall(): void
}

/** Passes bytes on to a port of this machine. */
export async function startProxy(port: number): Promise<CuttableProxy> {
  const sockets = new Set<Socket>()
  let connections = 0
  const server = net.createServer((near) => {
    connections++
    const far = net.connect(port, '127.0.0.1')
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  onTestFinished(() => {
    server.close()
    cut()
  })
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return connections
    },
    cut,
    stall: () => {
      for (const socket of sockets) socket.unpipe()
    },
  }
}
