import type { Node } from '@skep/api'
import type { Stored } from '@skep/client'
import type { Cluster, HealthCheck, Machine } from '../objects.ts'
import type { ClusterApiParts } from '../parts.ts'
/** A machine that a health check looks after. */
export interface Target {
  readonly machine: Machine
  /** The node it became; undefined when there is none, or it has gone. */
  readonly node: Stored<Node> | undefined
  /** The machine had a node once, and it is not there any more. */
  readonly isNodeMissing: boolean
}
/** The machines that a health check selects, without those that somebody keeps it away from. */
export declare function findTargets(parts: ClusterApiParts, check: HealthCheck, cluster: Cluster): Target[]
/** Whether a health check looks after a machine. */
export declare const isSelected: ({ spec }: HealthCheck, { metadata }: Machine) => boolean
//# sourceMappingURL=targets.d.ts.map
