import type { HypershiftParts } from '../contracts.ts'
import type { BootstrapKubeconfigs } from './bootstrap.ts'
import type { IgnitionReads } from './reads.ts'

/** What the ignition server is made with: everything but its own address. */
export type IgnitionDependencies = Omit<HypershiftParts, 'ignitionAddress'>

/** What the parts of the ignition server share. */
export interface IgnitionParts extends IgnitionDependencies {
  readonly reads: IgnitionReads
  readonly bootstrap: BootstrapKubeconfigs
}
