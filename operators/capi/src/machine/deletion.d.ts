import type { Ctx, Result } from '@skep/controller'
import type { MachineScope, MachineStep } from './scope.ts'
/** One step of a deletion: undefined lets the next one come, a result ends the run. */
export type DeletionStep = (ctx: Ctx, scope: MachineScope) => Promise<Result | undefined> | Result | undefined
/** The times at which a machine began to wait. */
type Deletion = NonNullable<MachineScope['machine']['status']['deletion']>
/** Notes since when a deletion waits for something, unless that was noted before. Gives that time. */
export declare function waitingSince({ machine }: MachineScope, what: keyof Deletion, now: number): string
/** Takes a machine down in order: its pods, its volumes, the machine, its node, and then the object. */
export declare const removeMachine: MachineStep
//# sourceMappingURL=deletion.d.ts.map
