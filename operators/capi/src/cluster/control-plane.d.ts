import type { ClusterStep } from './scope.ts'
/** Follows the control plane of a cluster. What answered once counts as initialized from then on. */
export declare const followControlPlane: ClusterStep
//# sourceMappingURL=control-plane.d.ts.map
