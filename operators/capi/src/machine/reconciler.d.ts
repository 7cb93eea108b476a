import { type Reconciler } from '@skep/controller'
import type { ClusterApiParts } from '../parts.ts'
/** Takes a machine from its order to a node, and from its deletion to nothing. */
export declare const machineReconciler: (parts: ClusterApiParts) => Reconciler
//# sourceMappingURL=reconciler.d.ts.map
