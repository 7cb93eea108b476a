import type { Ctx } from '@skep/controller'
import { type HealthCheck, type Machine } from '../objects.ts'
import type { ClusterApiParts } from '../parts.ts'
import type { Finding } from './checks.ts'
/** Writes on a machine that it is well. A request to repair it, which another controller was given, is taken back. */
export declare function markHealthy(
  ctx: Ctx,
  parts: ClusterApiParts,
  check: HealthCheck,
  machine: Machine,
): Promise<void>
/** What is wrong with a machine, and whether something is to be done about it. */
export interface Diagnosis {
  readonly problem: NonNullable<Finding['problem']>
  readonly isRemediated: boolean
}
/** Writes on a machine what is wrong with it, and asks its owner, or who the template says, to do something about it. */
export declare function markUnhealthy(
  ctx: Ctx,
  parts: ClusterApiParts,
  check: HealthCheck,
  machine: Machine,
  { problem, isRemediated }: Diagnosis,
): Promise<void>
//# sourceMappingURL=marks.d.ts.map
