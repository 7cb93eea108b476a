import { ANNOTATIONS } from '../names.ts'
import type { MachineSet } from '../objects.ts'
/**
 * The annotations that number the current set: one more than all others had. A set that comes back gets a new number,
 * and remembers those that it had.
 */
export declare function revisionAnnotations(
  current: MachineSet | undefined,
  old: readonly MachineSet[],
): Readonly<Record<string, string>> & {
  readonly [ANNOTATIONS.revision]: string
}
//# sourceMappingURL=revisions.d.ts.map
