import { type Logger, StatusError, toStatusError } from '@skep/base'
import type { Clusters } from '../clusters/clusters.ts'
import type { LogicalCluster } from '../clusters/logical-cluster.ts'
import type { Security } from '../clusters/security.ts'
import type { RequestInfo } from '../contracts.ts'
import { countable } from '../metrics/countable.ts'
import type { ServerMetrics } from '../metrics/server-metrics.ts'
import type { ApiRequest } from './api-request.ts'
import { dispatch } from './dispatch.ts'
import type { Exchange } from './exchange.ts'
import type { InFlight } from './in-flight.ts'
import { Query } from './query.ts'
import { type ParsedRequest, parseRequest } from './request-info.ts'
import { type Asked, sendError, sendPageNotFound } from './respond.ts'
import type { WatchPacer } from './watch-pacer.ts'

/** What the pipeline is made of. */
export interface PipelineParts {
  readonly clusters: Clusters
  readonly security: Security
  readonly inFlight: InFlight
  readonly pacer: WatchPacer
  /** Answers what is no resource: health, discovery and so on; false when the path is none of those. */
  readonly answerOther: (request: ApiRequest) => Promise<boolean> | boolean
  readonly metrics: ServerMetrics
  readonly log: Logger
}

/** The way of every request: understood, authenticated, authorized, answered. */
export function createPipeline(parts: PipelineParts): (exchange: Exchange) => void {
  return (exchange) => {
    const asked = { exchange, query: Query.none, warnings: [] as string[] }
    try {
      const parsed = parseRequest(exchange.method, exchange.url)
      asked.query = parsed.query
      const done = handle(parts, exchange, parsed, asked.warnings)
      if (done) done.catch((error) => fail(parts, asked, error))
    } catch (error) {
      fail(parts, asked, error)
    }
  }
}

function handle(
  parts: PipelineParts,
  exchange: Exchange,
  { info, query }: ParsedRequest,
  warnings: string[],
): Promise<void> | void {
  const cluster = info && parts.clusters.get(info.clusterId)
  if (!info || !cluster) return sendPageNotFound(exchange)
  observe(parts, exchange, info, cluster)
  if (cluster.settings.serving === false && !exchange.trustedUser) throw notServing()
  const user = parts.security.authenticate(cluster, exchange, info)
  parts.security.authorize(cluster, user, info)
  const context = { user, userAgent: agentOf(exchange), warn: (text: string) => void warnings.push(text) }
  const { security, pacer } = parts
  const request: ApiRequest = { exchange, info, query, cluster, user, context, warnings, pacer, security }
  if (info.verb === 'watch') return dispatch(request)
  const run = () => (info.isResource ? dispatch(request) : answerOther(parts, request))
  return isExempt(exchange) ? run() : counted(parts, info, run)
}

/** Groups of the operators and of the kubelets of this process. */
const EXEMPT_GROUPS = ['system:masters', 'system:nodes']

/**
 * Operators and kubelets of this process are neither refused nor do they take the places of others. Kubelets of a thousand
 * clusters may all say at once that they are alive, and one that is refused again and again is taken for lost.
 */
const isExempt = ({ trustedUser }: Exchange): boolean =>
  trustedUser?.groups?.some((group) => EXEMPT_GROUPS.includes(group)) === true

const notServing = () => new StatusError('ServiceUnavailable', 'the API server is not available')

/** Counts the answer, and a watch as long as it lasts. */
function observe({ metrics }: PipelineParts, exchange: Exchange, info: RequestInfo, cluster: LogicalCluster): void {
  const started = performance.now()
  const watches = info.verb === 'watch'
  exchange.onAnswer = (status) => {
    const resource = info.isResource ? cluster.lookUp(info.group, info.version, info.resource) : undefined
    const request = countable(info, resource)
    metrics.answered(request, status, watches ? undefined : (performance.now() - started) / 1_000)
    if (watches && status === 200) exchange.onClose(metrics.watchOpened(request))
  }
}

/** Counts the request as under way until it is answered. */
function counted(
  { inFlight }: PipelineParts,
  { verb }: RequestInfo,
  run: () => Promise<void> | void,
): Promise<void> | void {
  const leave = inFlight.enter(verb)
  try {
    const done = run()
    if (done) return done.finally(leave)
    leave()
  } catch (error) {
    leave()
    throw error
  }
}

async function answerOther({ answerOther: answer }: PipelineParts, request: ApiRequest): Promise<void> {
  if (!(await answer(request))) sendPageNotFound(request.exchange)
}

function fail({ log }: PipelineParts, asked: Asked, thrown: unknown): void {
  const error = toStatusError(thrown)
  if (error.code >= 500 && error.cause) {
    const { method, url } = asked.exchange
    log.error('Failed to answer a request', { method, url, error: thrown })
  }
  try {
    sendError(asked, error)
  } catch (unsendable) {
    // Whoever worded the error, a plug-in or a webhook, does not take the server down with it.
    log.error('Failed to word an error', { error: unsendable })
    sendError({ ...asked, warnings: [] }, toStatusError(unsendable))
  }
}

/** The first word of the user agent: the default field manager. */
function agentOf(exchange: Exchange): string {
  const agent = exchange.header('user-agent') ?? ''
  const end = agent.search(/[/ ]/)
  return end === -1 ? agent : agent.slice(0, end)
}
