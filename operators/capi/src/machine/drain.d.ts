import type { Ctx, Result } from '@skep/controller'
import type { MachineScope } from './scope.ts'
/** Cordons the node and asks its pods to go, as far as their disruption budgets allow; waits until they have. */
export declare function drain(ctx: Ctx, scope: MachineScope): Promise<Result | undefined>
/** Whether a time limit has passed; without one, or with zero, none does. */
export declare function isOver(timeout: string | undefined, since: string | undefined, now: number): boolean
//# sourceMappingURL=drain.d.ts.map
