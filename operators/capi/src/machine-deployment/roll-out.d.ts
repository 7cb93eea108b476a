import type { Ctx, Result } from '@skep/controller'
import { type DeploymentScope } from './scope.ts'
/** Brings the sets of a deployment one step further, and says when time alone brings the next. */
export declare function rollOut(ctx: Ctx, scope: DeploymentScope): Promise<Result>
//# sourceMappingURL=roll-out.d.ts.map
