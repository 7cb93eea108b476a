import type { ClusterApiMachine, Node } from '@skep/api'
import type { Stored } from '@skep/client'
import type { Phase } from '@skep/controller'
import type { DeletionProgress } from '../conditions/next.ts'
import type { Cluster, Working } from '../objects.ts'
import type { ClusterApiParts } from '../parts.ts'
import type { External } from '../references.ts'
/** What the steps of one run share. */
export interface MachineScope {
  readonly parts: ClusterApiParts
  /** Undefined when it is gone, which only a machine that is deleted outlives. */
  readonly cluster: Cluster | undefined
  /** Steps change its status in place; it is written once, after them. */
  readonly machine: Working<ClusterApiMachine>
  /** What is to change in its spec. */
  readonly specPatch: {
    providerID?: string
    failureDomain?: string
    bootstrap?: {
      dataSecretName: string
    }
  }
  /** What the provider makes; undefined when it is not there. */
  infrastructure?: External | undefined
  /** What makes the data to boot with; undefined when it is not there. */
  bootstrap?: External | undefined
  /** The node that the machine became. */
  node?: Stored<Node> | undefined
  /** What a deletion waits for. */
  progress?: DeletionProgress
  /** Everything is cleaned up: the finalizer can go. */
  released?: boolean
}
/** One step. */
export type MachineStep = Phase<MachineScope>
/** Id of the machine at its provider, as far as the steps know. */
export declare const providerIdOfMachine: ({ machine, specPatch }: MachineScope) => string | undefined
//# sourceMappingURL=scope.d.ts.map
