import type { Server } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A server that listens. */
export interface Listening {
  readonly port: number
  /** Breaks off what is under way. */
  close(): Promise<void>
}

/** Lets a server listen; any free port stands for port 0. Rejects when it cannot. */
export async function listen(server: Server | SecureServer, host: string, port: number): Promise<Listening> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
  return {
    // It listens on a port, so its address is not a path.
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
