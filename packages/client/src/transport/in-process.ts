import { ClientClosedError } from '../errors.ts'
import { bodyOf, type OpenRequest, OpenRequests } from './open-requests.ts'
import type { Transport, TransportHeaders, TransportRequest } from './transport.ts'

/** The part of an embedded API server that this needs; `startApiServer()` gives one. */
export interface InProcessServer<User = unknown> {
  handle(request: {
    method?: string
    path: string
    headers?: Readonly<Record<string, string>>
    body?: unknown
    user?: User
    signal?: AbortSignal
    onBroken?(listener: () => void): void
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
    close: () => requests.abortAll(new ClientClosedError()),
    request: async (request) => {
      const open = requests.begin(request.signal)
      const handled = server.handle(new HandledRequest(request, prefix + request.path, user, open))
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

/** A request as the server takes it. Of a class, so that all of them have the same shape, with a getter that few ever ask. */
class HandledRequest<User> {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
  readonly user: User | undefined
  readonly #open: OpenRequest

  constructor({ method, headers, body }: TransportRequest, path: string, user: User | undefined, open: OpenRequest) {
    this.method = method
    this.path = path
    this.headers = headers
    this.body = body
    this.user = user
    this.#open = open
  }

  get signal(): AbortSignal {
    return this.#open.signal
  }

  /** Says the same as the signal, to one who asks, and takes a tenth of the memory: there are thousands of watches. */
  onBroken(listener: () => void): void {
    this.#open.onBroken(listener)
  }
}
