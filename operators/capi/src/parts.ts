import type { Clock, Logger, Random } from '@skep/base'
import type { Client } from '@skep/client'
import type { ControllerMetrics, Manager } from '@skep/controller'
import type { AllCopies } from './copies.ts'
import type { Externals } from './externals.ts'
import type { Lookups } from './lookups.ts'
import type { Tenants } from './tenants/tenants.ts'

/** What the operator is started with. */
export interface ClusterApiDependencies {
  /** The management cluster. */
  readonly client: Client
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  /** Where controllers are counted, if that is not to be each operator's own. */
  readonly metrics?: ControllerMetrics | undefined
  /** A client of the cluster that a kubeconfig leads to; whoever asks for it closes it. */
  connect(kubeconfig: string): Promise<Client>
}

/** What the controllers share. */
export interface ClusterApiParts extends ClusterApiDependencies {
  readonly manager: Manager
  readonly lookups: Lookups
  /** What controllers read before they write it. */
  readonly copies: AllCopies
  /** Objects of providers that specs refer to. */
  readonly externals: Externals
  /** The clusters that machines become nodes of. */
  readonly tenants: Tenants
}
