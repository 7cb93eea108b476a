import type { ClusterStep } from './scope.ts'
/** Takes a cluster down in order: its machines, its control plane, the provider's part, and then the object. */
export declare const removeCluster: ClusterStep
//# sourceMappingURL=deletion.d.ts.map
