import type { MachineStep } from './scope.ts'
/** Follows what makes the data to boot with, and takes over the name of the Secret with it. */
export declare const followBootstrap: MachineStep
//# sourceMappingURL=bootstrap.d.ts.map
