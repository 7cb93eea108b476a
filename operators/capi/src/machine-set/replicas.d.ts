import type { Ctx, Result } from '@skep/controller'
import type { SetScope } from './scope.ts'
/** Makes machines, or deletes some, until there are as many as there shall be. */
export declare function keepReplicas(ctx: Ctx, scope: SetScope): Promise<Result>
/** Makes up for what a run that was broken off did not make: what a machine of its set names, and is not there. */
export declare function completeMachines(ctx: Ctx, scope: SetScope): Promise<void>
//# sourceMappingURL=replicas.d.ts.map
