import type { ClusterStep } from './scope.ts'
/** Follows the provider's part of a cluster. What was made once stays made, whatever is said later. */
export declare const followInfrastructure: ClusterStep
//# sourceMappingURL=infrastructure.d.ts.map
