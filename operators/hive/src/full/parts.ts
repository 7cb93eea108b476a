import type { Clock, Logger, Random } from '@skep/base'
import type { Client, KindResolver } from '@skep/client'
import type { ControllerMetrics, Manager } from '@skep/controller'
import type { Behaviours, TenantClusters } from '@skep/sim'
import type { CachedReads } from './cached-reads.ts'
import type { ClusterInstalls } from './cluster-installs.ts'
import type { HiveSettings } from './config/settings.ts'
import type { Infrastructure } from './installer/infrastructure.ts'
import type { FailureReason } from './provision/failure-reason.ts'
import type { RemoteClusters } from './remote-clusters.ts'
import type { Secrets } from './secrets.ts'

/** What the engine is started with. */
export interface HiveDependencies {
  /** The management cluster, on which Hive's own objects are. */
  readonly client: Client
  readonly behaviours: Behaviours
  readonly tenants: TenantClusters
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  /** Where controllers are counted, if that is not to be each operator's own. */
  readonly metrics?: ControllerMetrics | undefined
}

/** What the controllers of the engine share. */
export interface HiveParts extends HiveDependencies {
  readonly manager: Manager
  /** Reads what the manager follows without asking the server. */
  readonly cache: CachedReads
  readonly secrets: Secrets
  /** What the HiveConfig says now. */
  readonly settings: HiveSettings
  /** Clients of installed clusters. */
  readonly remotes: RemoteClusters
  /** What takes a cloud: installing, uninstalling, machines, zones. */
  readonly infrastructure: Infrastructure
  /** What other controllers install. */
  readonly clusterInstalls: ClusterInstalls
  /** Kinds of other controllers on the management cluster. */
  readonly kinds: KindResolver
  /** Why an install failed, by its log. */
  classifyFailure(log: string): Promise<FailureReason>
}
