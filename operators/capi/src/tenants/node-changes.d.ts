import type { Node } from '@skep/api'
import type { ObjectChange } from '@skep/client'
/** Whether a change of a node is more than the heartbeat of its kubelet. */
export declare function concernsMachines(change: ObjectChange<Node>): boolean
//# sourceMappingURL=node-changes.d.ts.map
