import { type MachineStep } from './scope.ts'
/** Finds the node that the machine became, marks it as this machine's, and reports how it is. */
export declare const followNode: MachineStep
//# sourceMappingURL=node.d.ts.map
