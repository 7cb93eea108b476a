import { ANNOTATIONS } from '../names.js'

const revisionOf = ({ metadata }) => Number(metadata.annotations?.[ANNOTATIONS.revision] ?? 0) || 0
/**
 * The annotations that number the current set: one more than all others had. A set that comes back gets a new number,
 * and remembers those that it had.
 */
export function revisionAnnotations(current, old) {
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
//# sourceMappingURL=revisions.js.map
