import type { LogicalCluster } from '../clusters/logical-cluster.ts'
import type { Security } from '../clusters/security.ts'
import type { RequestContext, RequestInfo, ServedResource, UserInfo } from '../contracts.ts'
import type { Target } from '../registry/target.ts'
import type { Exchange } from './exchange.ts'
import type { Query } from './query.ts'
import type { WatchPacer } from './watch-pacer.ts'

/** An authenticated and authorized request of the API. */
export interface ApiRequest {
  readonly exchange: Exchange
  readonly info: RequestInfo
  readonly query: Query
  readonly cluster: LogicalCluster
  readonly user: UserInfo
  readonly context: RequestContext
  /** Texts of `Warning` headers so far. */
  readonly warnings: string[]
  /** Who may do what, for answers that are about that. */
  readonly security: Security
  /** Sends the lines of watches, many at a time. */
  readonly pacer: WatchPacer
}

/** A request about a resource that is served. */
export interface ResourceRequest extends ApiRequest {
  readonly resource: ServedResource
  readonly target: Target
}

/** What answers a request. */
export type Handler = (request: ResourceRequest) => Promise<void> | void
