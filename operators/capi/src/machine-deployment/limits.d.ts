import { type Deployment } from '../objects.ts'
/** How many machines a deployment wants, and how far a rollout may stray from that. */
export interface Limits {
  readonly desired: number
  readonly maxSurge: number
  readonly maxUnavailable: number
}
export declare const DEFAULT_MAX_SURGE = 1
export declare const DEFAULT_MAX_UNAVAILABLE = 0
/** Whether old machines are replaced, or their deletion awaited. */
export declare const strategyOf: ({ spec }: Deployment) => 'RollingUpdate' | 'OnDelete'
/** The limits of a deployment, in machines. Surge is rounded up, unavailability down; at least one of them is not zero. */
export declare function limitsOf(deployment: Deployment): Limits
//# sourceMappingURL=limits.d.ts.map
