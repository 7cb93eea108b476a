import type { ClusterApiMachineSet, Node } from '@skep/api'
import type { Informer } from '@skep/client'
import type { Cluster, Deployment, Machine, Working } from '../objects.ts'
import type { ClusterApiParts } from '../parts.ts'
/** What the steps of one run share. */
export interface SetScope {
  readonly parts: ClusterApiParts
  /** Undefined when it is gone, which only a set that is deleted outlives. */
  readonly cluster: Cluster | undefined
  /** Steps change its status in place; it is written once, after them. */
  readonly set: Working<ClusterApiMachineSet>
  /** The deployment it is of, if it is of one. */
  readonly deployment: Deployment | undefined
  /** Its machines, those that are going among them. */
  machines: readonly Machine[]
  /** Nodes of the cluster, once a machine became one of them. */
  nodes?: Informer<Node> | undefined
  /** Something could not be made in this run; a condition says what. */
  failed?: boolean
}
/** Labels that machines of a set have, besides those of others. */
export declare function machineLabels({ metadata, spec }: SetScope['set']): Record<string, string>
/** Annotations that machines of a set have, besides those of others. */
export declare const machineAnnotations: ({ spec }: SetScope['set']) => Record<string, string>
//# sourceMappingURL=scope.d.ts.map
