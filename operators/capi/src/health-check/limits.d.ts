import type { HealthCheck } from '../objects.ts'
/** Whether anything is done about machines that are not well, and why not. */
export interface Remediation {
  readonly isAllowed: boolean
  /** How many more might fail before nothing is done any more. */
  readonly left: number
  /** Why nothing is done, for people. */
  readonly message: string
}
/** When too many machines fail at once it is not the machines that are to blame, and replacing them would not help. */
export declare function remediationOf({ spec }: HealthCheck, total: number, healthy: number): Remediation
//# sourceMappingURL=limits.d.ts.map
