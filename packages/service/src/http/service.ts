import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import { type Clock, cryptoRandom, type Logger, type Metrics, type Random, realClock, silentLogger } from '@skep/base'
import type { Authenticator } from '../auth/authenticator.ts'
import { plainErrors } from '../errors/plain-errors.ts'
import { type ErrorRenderer, ServiceError } from '../errors/service-error.ts'
import { toServiceError } from '../errors/to-service-error.ts'
import { type RequestMetrics, requestMetrics } from '../health/request-metrics.ts'
import { answerBrokenRequest } from './broken-request.ts'
import { closeServer, listen } from './listen.ts'
import { type Arrival, arrivalOf, requestOf, targetOf } from './request.ts'
import { respond } from './respond.ts'
import type { ServiceReply } from './route.ts'
import { createRouter, type Match, type RouteGroup, type Router } from './router.ts'

/** What a service is made of. */
export interface ServiceOptions {
  /** In errors and metrics. */
  name: string
  /** Loopback unless given. */
  host?: string
  /** Any free one unless given. */
  port?: number
  groups: readonly RouteGroup[]
  /** Errors of paths outside all groups; those of the first group unless given. */
  errors?: ErrorRenderer
  /** Off unless given. */
  auth?: Authenticator
  /** Where requests are counted; nowhere unless given. */
  metrics?: Metrics
  /** Bytes that a request's body may have; 4 MiB unless given. */
  bodyLimit?: number
  /** How long requests under way may take once the service closes; 5 s unless given. */
  shutdownMs?: number
  clock?: Clock
  random?: Random
  log?: Logger
}

/** A service that listens. */
export interface Service {
  readonly url: string
  readonly port: number
  /** Stops listening, lets requests under way finish, then cuts those that take too long. */
  close(): Promise<void>
}

const DEFAULTS = { host: '127.0.0.1', port: 0, bodyLimit: 4 * 2 ** 20, shutdownMs: 5_000 }
/** How long a request may take to arrive. */
const REQUEST_TIMEOUT_MS = 30_000

/** Starts to listen. Rejects naming the port when it is taken. */
export async function createService(options: ServiceOptions): Promise<Service> {
  const { host = DEFAULTS.host, port = DEFAULTS.port, shutdownMs = DEFAULTS.shutdownMs } = options
  const clock = options.clock ?? realClock
  const stopping = new AbortController()
  const front = new Front(options, clock, stopping.signal)
  const server = http.createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (incoming, response) => {
    if (!server.listening) response.setHeader('connection', 'close')
    void front.answer(incoming, response)
  })
  server.on('clientError', (error, socket) => answerBrokenRequest(error, socket, front.errors, clock))
  const actual = await listen(server, options.name, host, port)
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`,
    port: actual,
    close: () => closeServer(server, clock, shutdownMs, () => stopping.abort(new Error('the service stops'))),
  }
}

/** Answers requests: finds the route, who asks, and how to put what goes wrong. */
class Front {
  readonly errors: ErrorRenderer
  readonly #options: ServiceOptions
  readonly #router: Router
  readonly #clock: Clock
  readonly #random: Random
  readonly #log: Logger
  readonly #metrics: RequestMetrics | undefined
  readonly #stopping: AbortSignal

  constructor(options: ServiceOptions, clock: Clock, stopping: AbortSignal) {
    this.#options = options
    this.#router = createRouter(options.groups)
    this.errors = options.errors ?? options.groups[0]?.errors ?? plainErrors
    this.#clock = clock
    this.#random = options.random ?? cryptoRandom
    this.#log = options.log ?? silentLogger
    this.#metrics = options.metrics && requestMetrics(options.metrics, options.name)
    this.#stopping = stopping
  }

  async answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const started = this.#clock.now()
    const arrival = arrivalOf(incoming, this.#log, this.#random)
    response.setHeader('x-operation-id', arrival.operationId)
    response.setHeader('traceparent', arrival.traceparent)
    const { reply, pattern } = await this.#reply(arrival, response)
    respond(response, reply)
    // What is left of a body that nobody read would be taken for the next request.
    incoming.resume()
    const status = reply.status ?? 200
    const milliseconds = this.#clock.now() - started
    this.#metrics?.answered(arrival.method, pattern, status, milliseconds)
    arrival.log.debug('Answered a request', { method: arrival.method, path: incoming.url, status, milliseconds })
  }

  async #reply(arrival: Arrival, response: ServerResponse): Promise<{ reply: ServiceReply; pattern: string }> {
    let match: Match | undefined
    try {
      const target = targetOf(arrival.incoming.url ?? '/')
      match = this.#router(arrival.method === 'HEAD' ? 'GET' : arrival.method, target.parts)
      const { route, params } = match
      if (!route) throw unserved(match, arrival.method, target.path)
      const signal = AbortSignal.any([this.#stopping, goneSignal(response)])
      const caller = route.public ? undefined : await this.#options.auth?.authenticate(arrival.incoming.headers, signal)
      const { bodyLimit = DEFAULTS.bodyLimit } = this.#options
      const reply = await route.handler(requestOf({ arrival, target, params, caller, signal, bodyLimit }))
      return { reply, pattern: patternOf(match) }
    } catch (thrown) {
      return { reply: this.#failure(arrival, match, thrown), pattern: match ? patternOf(match) : '' }
    }
  }

  #failure({ operationId, method, incoming, log }: Arrival, match: Match | undefined, thrown: unknown): ServiceReply {
    const error = toServiceError(thrown, operationId)
    const path = incoming.url?.split('?', 1)[0] ?? '/'
    if (error.status >= 500) log.error('Failed to answer a request', { method, path, error: error.cause ?? error })
    const renderer = match?.group?.errors ?? this.errors
    const rendered = renderer.render(error, { operationId, method, path, now: this.#clock.now() })
    const { contentType = 'application/json' } = rendered
    return {
      status: error.status,
      headers: { 'content-type': contentType, ...rendered.headers, ...error.headers },
      body: rendered.body,
    }
  }
}

function unserved({ methods }: Match, method: string, path: string): ServiceError {
  if (methods.length === 0) return new ServiceError(404, `Can't find resource for path '${path}'`)
  return new ServiceError(405, `Method '${method}' isn't supported for path '${path}'`, {
    headers: { allow: methods.join(', ') },
  })
}

/** The route as it was written: anybody can make up paths, and metrics keep every name. */
const patternOf = ({ group, route }: Match): string => (route ? (group?.base ?? '') + route.path : '')

function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new Error('the client went away'))
  })
  return gone.signal
}
