import type { Reconciler } from '@skep/controller'
import type { ClusterApiParts } from '../parts.ts'
/** Looks after the nodes of machines, and has those replaced that are not well for too long. */
export declare const healthCheckReconciler: (parts: ClusterApiParts) => Reconciler
//# sourceMappingURL=reconciler.d.ts.map
