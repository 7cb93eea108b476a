import { type Reconciler } from '@skep/controller'
import type { ClusterApiParts } from '../parts.ts'
/** Replaces the machines of a deployment when its template changes, and keeps their number. */
export declare const machineDeploymentReconciler: (parts: ClusterApiParts) => Reconciler
//# sourceMappingURL=reconciler.d.ts.map
