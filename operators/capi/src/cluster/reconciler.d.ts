import { type Reconciler } from '@skep/controller'
import type { ClusterApiParts } from '../parts.ts'
/** Follows the parts of a cluster while it lives, and takes them down in order when it is deleted. */
export declare const clusterReconciler: (parts: ClusterApiParts) => Reconciler
//# sourceMappingURL=reconciler.d.ts.map
