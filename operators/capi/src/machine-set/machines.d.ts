import { type Ctx } from '@skep/controller'
import { type Machine } from '../objects.ts'
import type { SetScope } from './scope.ts'
/** The machines of a set as they were a moment ago; those that it selects and nobody controls become its own. */
export declare function findMachines(ctx: Ctx, { parts, set }: SetScope): Promise<Machine[]>
/** The machines of a set as the server has them now: what is made or deleted must not be decided on an old copy. */
export declare function listMachines({ parts, set }: SetScope): Promise<Machine[]>
//# sourceMappingURL=machines.d.ts.map
