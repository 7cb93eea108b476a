import type { MachineDeployment } from '@skep/api'
import type { Cluster, MachineSet, Working } from '../objects.ts'
import type { ClusterApiParts } from '../parts.ts'
import type { DeploymentSets } from './sets.ts'
/** What the steps of one run share. */
export interface DeploymentScope {
  readonly parts: ClusterApiParts
  /** Undefined when it is gone, which only a deployment that is deleted outlives. */
  readonly cluster: Cluster | undefined
  /** Steps change its status in place; it is written once, after them. */
  readonly deployment: Working<MachineDeployment>
  /** The sets, as far as they are known. */
  sets: DeploymentSets
  /** Why no set can be made for the present template. */
  problem?: string
}
/** All sets of a deployment. */
export declare const allSets: ({ current, old }: DeploymentSets) => MachineSet[]
//# sourceMappingURL=scope.d.ts.map
