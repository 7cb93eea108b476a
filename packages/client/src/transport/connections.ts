import type { Agent } from 'node:http'
import type { Clock } from '@skep/base'
import { connectTls } from './connect.ts'
import type { Credentials, Endpoint, TlsOptions } from './endpoint.ts'
import { createAgent, requestHttp1 } from './http1.ts'
import { Http2Session } from './http2-session.ts'
import type { OpenRequest } from './open-requests.ts'
import type { TransportRequest, TransportResponse } from './transport.ts'

/** What requests with the same TLS options share: HTTP/2 sessions, or an agent where HTTP/1.1 is spoken. */
interface Route {
  readonly tls: TlsOptions
  sessions: Http2Session[]
  agent: Agent | undefined
  opening: Promise<void> | undefined
}

/** The connections to one server, made when they are needed and replaced when they break or credentials change. */
export class Connections {
  readonly #endpoint: Endpoint
  readonly #server: URL
  #route: Route | undefined
  readonly #clock: Clock
  #closed = false

  constructor(endpoint: Endpoint, clock: Clock) {
    this.#endpoint = endpoint
    this.#clock = clock
    this.#server = new URL(endpoint.server)
  }

  /** Sends the request on a connection that is there, or on a new one. */
  async request(request: TransportRequest, { tls }: Credentials, open: OpenRequest): Promise<TransportResponse> {
    const route = this.#routeFor(tls)
    for (;;) {
      const session = route.sessions.find(({ usable }) => usable)
      if (session) return session.request(request, open)
      if (route.agent) return requestHttp1(this.#server, route.agent, request, open)
      route.opening ??= this.#open(route).finally(() => (route.opening = undefined))
      await open.untilBroken(route.opening)
    }
  }

  close(): void {
    this.#closed = true
    for (const session of this.#route?.sessions ?? []) session.destroy()
    this.#route?.agent?.destroy()
  }

  /** Other credentials get other connections; what is under way on the former ones may finish. */
  #routeFor(tls: TlsOptions): Route {
    if (this.#route?.tls === tls) return this.#route
    for (const session of this.#route?.sessions ?? []) session.finish()
    this.#route = { tls, sessions: [], agent: undefined, opening: undefined }
    return this.#route
  }

  async #open(route: Route): Promise<void> {
    route.sessions = route.sessions.filter(({ closed }) => !closed)
    if (this.#endpoint.proxyAgent) route.agent = await this.#endpoint.proxyAgent()
    else if (this.#server.protocol === 'http:') route.agent = createAgent(this.#server, route.tls)
    else await this.#openTls(route)
  }

  async #openTls(route: Route): Promise<void> {
    const socket = await connectTls(this.#server, route.tls)
    if (this.#closed || socket.alpnProtocol !== 'h2') socket.destroy()
    else route.sessions.push(await Http2Session.start(this.#server, socket, this.#clock))
    if (socket.alpnProtocol !== 'h2') route.agent = createAgent(this.#server, route.tls)
  }
}
