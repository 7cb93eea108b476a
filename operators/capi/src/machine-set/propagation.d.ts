import { type SetScope } from './scope.ts'
/** Hands labels, annotations and time limits of the set on to its machines; to those that are going, the limits alone. */
export declare function updateMachines(scope: SetScope): Promise<void>
//# sourceMappingURL=propagation.d.ts.map
