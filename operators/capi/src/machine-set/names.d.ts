import { type Random } from '@skep/base'
import type { MachineSet } from '../objects.ts'
/** A name for the next machine of a set, by the template that the set may have. */
export declare function machineName({ metadata, spec }: MachineSet, random: Random): string
//# sourceMappingURL=names.d.ts.map
