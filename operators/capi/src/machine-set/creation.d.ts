import { type Ctx } from '@skep/controller'
import { type Template } from '../clones.ts'
import type { Machine } from '../objects.ts'
import { type SetScope } from './scope.ts'
/** What machines of a set are made from. */
export interface SetTemplates {
  readonly infrastructure: Template
  readonly bootstrap: Template | undefined
}
/** Finds the templates; says in a condition which one is missing, and rejects then. */
export declare function findTemplates(ctx: Ctx, scope: SetScope): Promise<SetTemplates>
/** Makes machines. Each names what belongs to it before that is made, so that a restart in between is made up for. */
export declare function createMachines(ctx: Ctx, scope: SetScope, count: number): Promise<Machine[]>
/** Makes what belongs to a machine, unless it is there. */
export declare function equip(ctx: Ctx, scope: SetScope, templates: SetTemplates, machine: Machine): Promise<void>
//# sourceMappingURL=creation.d.ts.map
