import { type Clock, realClock } from '@skep/base'
import { ClientClosedError } from '../errors.ts'
import { Connections } from './connections.ts'
import type { Endpoint } from './endpoint.ts'
import { OpenRequests } from './open-requests.ts'
import { readBody, type Transport, type TransportRequest, type TransportResponse } from './transport.ts'

/**
 * Speaks to a Kubernetes API over the network: HTTP/2 where the server does, HTTP/1.1 where not or behind a proxy.
 * Connections live in real time, whatever the clock of those who use them; only a test passes another one.
 */
export function networkTransport(endpoint: Endpoint, { clock = realClock }: { clock?: Clock } = {}): Transport {
  const connections = new Connections(endpoint, clock)
  const requests = new OpenRequests()
  const prefix = new URL(endpoint.server).pathname.replace(/\/$/, '')

  const sendOnce = async (request: TransportRequest): Promise<TransportResponse> => {
    const open = requests.begin(request.signal)
    try {
      const credentials = await open.untilBroken(endpoint.credentials())
      const { method, path, body, wantsWhole, signal } = request
      const headers = { ...request.headers, ...credentials.headers }
      const whole: TransportRequest = { method, path: prefix + path, headers, body, wantsWhole, signal }
      return await connections.request(whole, credentials, open)
    } catch (error) {
      open.end()
      throw error
    }
  }

  return {
    target: endpoint.server,
    retries: true,
    close: () => {
      requests.abortAll(new ClientClosedError())
      connections.close()
    },
    request: async (request) => {
      const response = await sendOnce(request)
      if (response.status !== 401 || !endpoint.refresh) return response
      // A token may have been replaced before its time; the answer to a fresh one is the last word.
      await readBody(response)
      await endpoint.refresh()
      return sendOnce(request)
    },
  }
}
