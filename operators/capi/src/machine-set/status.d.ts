import type { SetScope } from './scope.ts'
/** Works out what a set says of its machines. Gives when to look again, in milliseconds. */
export declare function summarizeSet(scope: SetScope, now: number): number | undefined
//# sourceMappingURL=status.d.ts.map
