import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Clock, type Logger, Metrics, realClock, StatusError, silentLogger, toStatusError } from '@skep/base'
import type { Behaviours } from '../behaviour/contracts.ts'
import { createRouter } from './router.ts'
import { type Call, type ControlledSimulation, ROUTES } from './routes.ts'

/** What the control API controls. */
export interface ControlApiDependencies {
  readonly behaviours: Behaviours
  /** The clock of the simulation; real time unless given. */
  readonly clock?: Clock
  /** How many objects there are, such as `{ clusterDeployments: 5 }`; nothing is counted unless given. */
  readonly resources?: () => Readonly<Record<string, number>>
  /** Which engine its operators have, where there are several; said in the status. */
  readonly engine?: string | undefined
  /** What `/metrics` shows; nothing unless given. */
  readonly metrics?: Metrics
  readonly log?: Logger
}

/** Where the control API listens. */
export interface ControlApiOptions {
  /** 8080 unless given; 0 is any free one. */
  readonly port?: number
  /** This machine alone, 127.0.0.1, unless given. */
  readonly host?: string
}

/** A control API that listens. */
export interface ControlApi {
  /** Such as `http://127.0.0.1:8080`. */
  readonly url: string
  readonly port: number
  /** Stops listening, and lets what is under way finish for up to five seconds. */
  close(): Promise<void>
}

const DEFAULT_PORT = 8080
/** The second is what some guides call it. */
const PREFIXES = ['/api/v1', '/api/hive-simulator/v1']
const MAX_BODY_BYTES = 1 << 20
const DRAIN_MS = 5_000

/** Serves the API by which a simulation is configured and made to fail while it runs. Rejects when the port is taken. */
export async function serveControlApi(
  {
    behaviours,
    clock = realClock,
    resources = () => ({}),
    engine,
    metrics = new Metrics(),
    log = silentLogger,
  }: ControlApiDependencies,
  { port = DEFAULT_PORT, host = '127.0.0.1' }: ControlApiOptions = {},
): Promise<ControlApi> {
  const simulation = { behaviours, clock, resources, engine, wallClock: realClock, startedAt: realClock.now() }
  const route = createRouter(PREFIXES, ROUTES)
  const server = http.createServer((request, response) => {
    if (isForMetrics(request)) return sendMetrics(response, metrics)
    answer(simulation, route, request)
      .catch((error: unknown) => failure(error, log))
      .then(({ status, body, allow }) => send(response, status, body, allow))
      .catch((error: unknown) => log.error('Failed to answer', { error }))
  })
  await listen(server, port, host)
  // It listens on a port, so its address is not a path.
  const bound = (server.address() as AddressInfo).port
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`, port: bound, close: () => drain(server) }
}

/** Where Prometheus looks, whatever else is asked below the prefixes. */
const isForMetrics = ({ method, url = '' }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') && /^\/metrics\/?(\?|$)/.test(url)

function sendMetrics(response: ServerResponse, metrics: Metrics): void {
  response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(metrics.text())
}

interface Answer {
  readonly status: number
  readonly body: unknown
  readonly allow?: string
}

async function answer(
  simulation: ControlledSimulation,
  route: ReturnType<typeof createRouter>,
  request: IncomingMessage,
): Promise<Answer> {
  // Only path and query matter, whatever the client calls the host.
  const { pathname, searchParams: query } = new URL(`http://host${request.url ?? '/'}`)
  const match = route(pathname)
  if (!match) return { status: 404, body: { error: `Not found: ${pathname}` } }
  const { methods } = match.route
  const handler = methods[request.method ?? '']
  if (!handler) return { status: 405, body: { error: 'Method not allowed' }, allow: Object.keys(methods).join(', ') }
  const text = await readText(request, match.route.maxBodyBytes ?? MAX_BODY_BYTES)
  const call: Call = { params: match.params, query, body: () => parseBody(text) }
  return { status: 200, body: await handler(simulation, call) }
}

/** What is wrong with a value is the client's fault, whatever reason the checks give. */
function failure(error: unknown, log: Logger): Answer {
  const { code, message } = toStatusError(error)
  if (code >= 500) log.error('Failed to control the simulation', { error })
  return { status: code === 422 ? 400 : code, body: { error: message } }
}

async function readText(request: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > maxBytes) throw new StatusError('RequestEntityTooLarge', 'Request body too large')
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parseBody(text: string): unknown {
  if (text.trim() === '') throw new StatusError('BadRequest', 'Invalid request body: EOF')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new StatusError('BadRequest', `Invalid request body: ${(cause as SyntaxError).message}`, { cause })
  }
}

function send(response: ServerResponse, status: number, body: unknown, allow?: string): void {
  // What is left of a body that nobody reads would keep the connection busy.
  const unread = response.req.complete ? {} : { connection: 'close' }
  response
    .writeHead(status, { 'content-type': 'application/json', ...(allow === undefined ? {} : { allow }), ...unread })
    .end(`${JSON.stringify(body)}\n`)
}

function listen(server: http.Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      const reason = cause.code === 'EADDRINUSE' ? 'bind: address already in use' : cause.message
      reject(new Error(`API server failed: listen tcp :${port}: ${reason}`, { cause }))
    })
    server.listen(port, host, resolve)
  })
}

function drain(server: http.Server): Promise<void> {
  return new Promise((resolve) => {
    const late = realClock.setTimer(DRAIN_MS, () => server.closeAllConnections())
    server.close(() => {
      late.cancel()
      resolve()
    })
    server.closeIdleConnections()
  })
}
