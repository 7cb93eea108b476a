import type { Limits } from './limits.ts'
import type { ScalePlan, SetSize } from './rollout.ts'
/** A set of a paused deployment. */
export interface PausedSet extends SetSize {
  /** How many machines the deployment could have when the set was last written. */
  readonly maxReplicas: number
}
/** The sets of a deployment whose rollout is paused, newest first. There may be none for the present template. */
export interface PausedRollout extends Limits {
  readonly current: PausedSet | undefined
  readonly old: readonly PausedSet[]
}
/** Scales a deployment whose rollout is paused: all its sets in proportion, so that the rollout stays where it is. */
export declare function planPausedScale({ current, old, desired, maxSurge }: PausedRollout): ScalePlan
//# sourceMappingURL=paused-scale.d.ts.map
