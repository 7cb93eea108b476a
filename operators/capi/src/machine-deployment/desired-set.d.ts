import { type ClusterApiMachineSet } from '@skep/api'
import { type Random } from '@skep/base'
import { type Draft } from '@skep/client'
import { type JsonObject } from '@skep/schema'
import type { Deployment, MachineSet } from '../objects.ts'
/** What a deployment wants of one of its sets. */
export interface SetWish {
  /** How many machines. */
  readonly replicas: number
  /** The annotations that number it. */
  readonly revision: Readonly<Record<string, string>>
  readonly isCurrent: boolean
}
/** A new set for the present template of a deployment. */
export declare function newSet(deployment: Deployment, wish: SetWish, random: Random): Draft<ClusterApiMachineSet>
/** The merge patch that makes a set what its deployment wants; undefined when it is. */
export declare function setPatch(deployment: Deployment, set: MachineSet, wish: SetWish): JsonObject | undefined
//# sourceMappingURL=desired-set.d.ts.map
