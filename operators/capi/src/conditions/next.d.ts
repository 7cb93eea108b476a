import { type ConditionUpdate } from '@skep/controller'
import type { Condition, KubeObject } from '@skep/schema'
import { type Cluster } from '../objects.ts'

/** A status that has conditions as the next version of the API states them. */
interface NextConditioned {
  v1beta2?:
    | {
        conditions?: Condition[] | undefined
      }
    | undefined
}
/** States a condition as the next version has it, in place. */
export declare function setNextCondition(status: NextConditioned, update: ConditionUpdate, now: number): void
/** Why nothing is done to an object at present; undefined when it is not paused. */
export declare function pauseOf(cluster: Cluster | undefined, object: KubeObject): string | undefined
/** States whether an object is paused. */
export declare function setPaused(
  object: KubeObject & {
    status: NextConditioned
  },
  pause: string | undefined,
  now: number,
): void
/** How far a deletion is. */
export interface DeletionProgress {
  readonly reason: string
  readonly message: string
}
/** States what the deletion of an object waits for. Nothing is said of one that stays. */
export declare function setDeleting(
  object: KubeObject & {
    status: NextConditioned
  },
  { reason, message }: DeletionProgress,
  now: number,
): void
//# sourceMappingURL=next.d.ts.map
