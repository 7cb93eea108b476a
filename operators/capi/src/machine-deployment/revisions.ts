import { ANNOTATIONS } from '../names.ts'
import type { MachineSet } from '../objects.ts'

const revisionOf = ({ metadata }: MachineSet): number => Number(metadata.annotations?.[ANNOTATIONS.revision] ?? 0) || 0

/**
 * The annotations that number the current set: one more than all others had. A set that comes back gets a new number,
 * and remembers those that it had.
 */
export function revisionAnnotations(
  current: MachineSet | undefined,
  old: readonly MachineSet[],
): Readonly<Record<string, string>> & { readonly [ANNOTATIONS.revision]: string } {
  const next = Math.max(0, ...old.map(revisionOf)) + 1
  const present = current ? revisionOf(current) : 0
  const revision = String(Math.max(next, present))
  const history = current?.metadata.annotations?.[ANNOTATIONS.revisionHistory]
  const former = present > 0 && String(present) !== revision ? [String(present)] : []
  const numbers = [...(history ? history.split(',') : []), ...former]
  return {
    [ANNOTATIONS.revision]: revision,
    ...(numbers.length > 0 ? { [ANNOTATIONS.revisionHistory]: numbers.join(',') } : {}),
  }
}
