import type { Limits } from './limits.ts'
/** A set as the plan of a rollout sees it. */
export interface SetSize {
  readonly name: string
  /** How many machines it shall have. */
  readonly spec: number
  /** How many it has. */
  readonly actual: number
  /** How many of these are available. */
  readonly available: number
}
/** The sets of a deployment; old ones oldest first. */
export interface Rollout extends Limits {
  readonly current: SetSize
  readonly old: readonly SetSize[]
}
/** How many machines sets shall have from now on, by name; sets that stay as they are, are left out. */
export type ScalePlan = Map<string, number>
/** Replaces machines bit by bit, within the limits. */
export declare function planRollingUpdate(rollout: Rollout): ScalePlan
/** Waits until somebody deletes old machines; their sets follow, and shrink further only when fewer are wanted. */
export declare function planOnDelete(rollout: Rollout): ScalePlan
//# sourceMappingURL=rollout.d.ts.map
