import type { Clock, Logger, Random } from '@skep/base'
import type { KindDefinition } from '@skep/schema'
import type { Store } from '@skep/store'
import type { AdmissionPlugin, UserInfo } from '../contracts.ts'
import type { InFlightLimits } from '../http/in-flight.ts'

/** How an API server is started. Without any of these it listens on a free port and keeps nothing. */
export interface ApiServerOptions {
  /** Folder for objects, keys and certificates. Without one, nothing is kept and nothing is left behind. */
  dataDir?: string
  /** Where objects are kept, instead of in `dataDir`. The caller closes it. */
  store?: Store
  /** Where time comes from; real time unless given. */
  clock?: Clock
  /** Where uids and generated names come from; unpredictable unless given. */
  random?: Random
  /** Address to listen on; `127.0.0.1` unless given. */
  host?: string
  /** Port to listen on; any free one unless given. */
  port?: number
  /**
   * Path of a unix socket to serve as well, without TLS. Only its owner can open it, and whoever does is an
   * administrator. None unless given.
   */
  socketPath?: string
  /** Where the log goes; nowhere unless given. */
  log?: Logger
  /** Bearer tokens that are good for the root cluster, and whose they are; none unless given. */
  tokens?: Readonly<Record<string, UserInfo>>
  /** Kinds to serve besides the built-in ones, without a CRD; none unless given. */
  kinds?: readonly KindDefinition[]
  /** Admission plug-ins besides the built-in ones, asked after them; none unless given. */
  plugins?: readonly AdmissionPlugin[]
  /** How many requests may be under way at once: 400 that read and 200 that write unless given. */
  limits?: InFlightLimits
  /** How long a request may take to arrive, body included; a minute unless given. */
  requestTimeoutMs?: number
  /**
   * Whether the server's own controllers run: namespaces, garbage collection, workloads, the scheduler, ...; true unless
   * given. `{ disable: ['deployment', 'scheduler'] }` runs all but these.
   */
  controllers?: boolean | { readonly disable: readonly string[] }
  /** What admin kubeconfigs of the root cluster call the cluster, its user and the context; `skep` unless given. */
  name?: string
  /** More host names and addresses that the serving certificate is good for; none unless given. */
  hostNames?: readonly string[]
}
