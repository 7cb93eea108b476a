import { type Reconciler } from '@skep/controller'
import type { ClusterApiParts } from '../parts.ts'
/** Keeps as many machines as a set asks for. */
export declare const machineSetReconciler: (parts: ClusterApiParts) => Reconciler
//# sourceMappingURL=reconciler.d.ts.map
