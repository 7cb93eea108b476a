import type { ObjectRef } from '@skep/client'
import { type Lookups } from './lookups.ts'
import type { ClusterApiParts } from './parts.ts'
/** Brings an object to work. */
export type Enqueue = (ref: ObjectRef) => void
/** Brings objects to work, by the copies that they are found in. */
export type Enqueues = {
  readonly [K in Exclude<keyof Lookups, 'secrets'>]: Enqueue
}
/** Adds all controllers to the manager. */
export declare const addControllers: (parts: ClusterApiParts) => Enqueues
//# sourceMappingURL=controllers.d.ts.map
