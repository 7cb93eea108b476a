import { type MachineScope } from './scope.ts'

type MachinePhase = NonNullable<MachineScope['machine']['status']['phase']>
/** How far the machine is. */
export declare function phaseOf(scope: MachineScope): MachinePhase
/** Works out the Ready condition and the phase from what the steps found. */
export declare function summarizeMachine(scope: MachineScope, now: number): void
//# sourceMappingURL=status.d.ts.map
