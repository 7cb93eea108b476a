import type { Ctx } from '@skep/controller'
import type { SetScope } from './scope.ts'
/** Deletes machines that a health check asks to be replaced, so that the set makes others. Returns whether it changed any. */
export declare function replaceUnhealthy(ctx: Ctx, scope: SetScope): Promise<boolean>
//# sourceMappingURL=remediation.d.ts.map
