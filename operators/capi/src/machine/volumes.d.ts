import type { Ctx, Result } from '@skep/controller'
import type { MachineScope } from './scope.ts'
/** Waits until the volumes of pods that left are detached, since some are deleted with the machine otherwise. */
export declare function awaitVolumes(ctx: Ctx, scope: MachineScope): Promise<Result | undefined>
//# sourceMappingURL=volumes.d.ts.map
