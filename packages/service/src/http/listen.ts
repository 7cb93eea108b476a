import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock } from '@skep/base'

/** Listens, or says which port of which address cannot be had. */
export function listen(server: Server, name: string, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const why =
        cause.code === 'EADDRINUSE'
          ? `port ${port} of ${host} is in use: stop what listens there, or choose another port`
          : `cannot listen on port ${port} of ${host}: ${cause.message}`
      reject(Object.assign(new Error(`${name}: ${why}`, { cause }), { code: cause.code, port }))
    })
    // It listens on a port, so its address is not a path.
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

/** Stops accepting, lets requests under way finish for `graceMs`, then calls `cut` and ends what is left. */
export function closeServer(server: Server, clock: Clock, graceMs: number, cut: () => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = clock.setTimer(graceMs, () => {
      cut()
      server.closeAllConnections()
    })
    server.close(() => {
      timer.cancel()
      resolve()
    })
    server.closeIdleConnections()
  })
}
