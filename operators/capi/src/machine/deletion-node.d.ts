import type { Ctx, Result } from '@skep/controller'
import type { MachineScope } from './scope.ts'
/**
 * Whether the node of a machine is drained and deleted: not when the whole cluster or its control plane goes, when there
 * is no node, or when nobody is left to answer.
 */
export declare function mayTouchNode({ cluster, machine, parts }: MachineScope): Promise<boolean>
/** Deletes the node; what stands in the way is tried again until the timeout, and then left behind. */
export declare function deleteNode(ctx: Ctx, scope: MachineScope): Promise<Result | undefined>
//# sourceMappingURL=deletion-node.d.ts.map
