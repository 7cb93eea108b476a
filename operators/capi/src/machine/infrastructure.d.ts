import type { MachineStep } from './scope.ts'
/** Follows what the provider makes, and takes over its id, addresses, conditions and failures. */
export declare const followInfrastructure: MachineStep
//# sourceMappingURL=infrastructure.d.ts.map
