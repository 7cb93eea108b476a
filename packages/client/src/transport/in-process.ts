import { ConnectionError } from '../errors.ts'
import { bodyOf, OpenRequests } from './open-requests.ts'
import type { Transport, TransportHeaders } from './transport.ts'

/** The part of an embedded API server that this needs; `startApiServer()` gives one. */
export interface InProcessServer<User = unknown> {
  handle(request: {
    method?: string
    path: string
    headers?: Readonly<Record<string, string>>
    body?: unknown
    user?: User
    signal?: AbortSignal
  }): Promise<InProcessAnswer>
}

/** What it answers. */
export interface InProcessAnswer {
  readonly status: number
  readonly headers: TransportHeaders
  /** The body, when it is there as a whole. */
  readonly whole?: Buffer
  chunks(): AsyncIterable<Buffer>
}

/** As whom requests are sent, and to which logical cluster. */
export interface InProcessOptions<User> {
  /** Logical cluster to talk to; the root one unless given. */
  readonly clusterId?: string
  /** Who asks; an administrator unless given. */
  readonly user?: User
}

/** Hands requests to a server in the same process: no socket and no TLS, but all of the API's semantics. */
export function inProcessTransport<User>(
  server: InProcessServer<User>,
  { clusterId, user }: InProcessOptions<User> = {},
): Transport {
  const prefix = clusterId === undefined ? '' : `/clusters/${clusterId}`
  const requests = new OpenRequests()
  return {
    target: `in process${prefix}`,
    retries: false,
    close: () => requests.abortAll(new ConnectionError('the client is closed', { sent: false })),
    request: async ({ signal, path, ...request }) => {
      const open = requests.begin(signal)
      const handled = server.handle({
        ...request,
        path: prefix + path,
        // Few ever look.
        get signal() {
          return open.signal
        },
        ...(user === undefined ? {} : { user }),
      })
      try {
        const { status, headers, whole, chunks } = await open.untilBroken(handled)
        if (whole === undefined) return { status, headers, body: bodyOf(chunks(), open) }
        open.end()
        return { status, headers, whole, body: chunks() }
      } catch (error) {
        open.end()
        throw error
      }
    },
  }
}
