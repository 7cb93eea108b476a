import type { Clock, Logger, Random } from '@skep/base'
import type { Client } from '@skep/client'
import type { ControllerMetrics, Manager } from '@skep/controller'
import type { Behaviours, HostedApis } from '@skep/sim'
import type { Agents } from './agents/agents.ts'
import type { ManagedApis } from './agents/managed-apis.ts'
import type { Views } from './views.ts'

/** What the operator is started with. */
export interface MceDependencies {
  /** The hub, which is also where control planes are hosted. */
  readonly client: Client
  /** Where others find the hub; where the client does, if that is an address, unless given. */
  readonly url?: string
  readonly behaviours: Behaviours
  /** Where the APIs of hosted control planes are served. */
  readonly apis: HostedApis
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  /** Where controllers are counted, if that is not to be each operator's own. */
  readonly metrics?: ControllerMetrics | undefined
}

/** What can be chosen. */
export interface MceOptions {
  /** Whether a HostedCluster becomes a ManagedCluster by itself once it is available; true unless given. */
  readonly autoImport?: boolean
  /** Whether clusters get a KlusterletAddonConfig, as with the whole of ACM; false unless given. */
  readonly acm?: boolean
  /** What the hub is called among its own managed clusters; `local-cluster` unless given. */
  readonly hostingCluster?: string
  /** From how many hosted clusters on the hub says that it is full; 80 unless given. */
  readonly maxHostedClusters?: number
  /** From how many hosted clusters on the hub says that it is getting full; 60 unless given. */
  readonly thresholdHostedClusters?: number
  /** How long add-ons and works may take to go before a cluster is detached by force; ten minutes unless given. */
  readonly detachTimeoutMs?: number
}

/** What the controllers of the operator share. */
export interface MceParts extends MceDependencies {
  readonly options: Required<MceOptions>
  readonly manager: Manager
  readonly views: Views
  /** The agents of managed clusters. */
  readonly agents: Agents
  /** Ways to the APIs of managed clusters. */
  readonly managedApis: ManagedApis
}
