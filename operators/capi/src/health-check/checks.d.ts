import { type Cluster, type HealthCheck } from '../objects.ts'
import type { Target } from './targets.ts'
/** What a check found: what is wrong, or when something may be. */
export interface Finding {
  /** Why a machine is not well; undefined when it is, as far as one can tell. */
  readonly problem?: {
    readonly reason: string
    readonly message: string
  }
  /** When to look again, in milliseconds. */
  readonly nextCheckMs?: number
}
/** Looks at one machine. */
export declare function checkTarget(check: HealthCheck, cluster: Cluster, target: Target, now: number): Finding
//# sourceMappingURL=checks.d.ts.map
