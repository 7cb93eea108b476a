import type { Clock } from '@skep/base'
import { type Client, ConnectionError, createClient, type InProcessServer, inProcessTransport } from '@skep/client'

/** A client of which no request arrives after a number of them: what a process is like that is killed. */
export function createMortalClient(server: InProcessServer, clock: Clock, requests: number): Client {
  const transport = inProcessTransport(server)
  let left = requests
  return createClient({
    clock,
    transport: {
      ...transport,
      request: async (request) => {
        if (left-- <= 0) throw new ConnectionError('the process has been killed', { sent: false })
        return transport.request(request)
      },
    },
  })
}
