import { asMember, type FieldSet, type FieldSetDraft, isEmptySet, LEAF, SELF } from './field-set.ts'
import { DEDUCED, type FieldType } from './field-type.ts'

/** What an element of a set leads to; undefined where the type knows nothing of it. */
function typeAt({ map, list }: FieldType, element: string): FieldType | undefined {
  if (element.startsWith('f:')) return map?.fields.get(element.slice(2))?.type ?? map?.element
  return element.startsWith('k:') ? list?.element : undefined
}

/**
 * The set with every named field on the way to its members, as if it were one: whoever owns a field holds the objects
 * around it in place.
 */
export function withNamedFields(type: FieldType | undefined, set: FieldSet): FieldSet {
  const named: FieldSetDraft = {}
  for (const element in set) {
    const node = set[element]!
    if (element === SELF || isEmptySet(node)) {
      named[element] = node
      continue
    }
    const below = withNamedFields(type && typeAt(type, element), node)
    const isNamed = element.startsWith('f:') && type?.map?.fields.has(element.slice(2)) === true
    named[element] = isNamed ? asMember(below) : below
  }
  return named
}

/**
 * The set as the type has it today: where a list or map has become one that is owned as a whole, whoever owned parts of
 * it owns all of it. Itself when nothing of the kind has happened.
 */
export function reconciled(type: FieldType, set: FieldSet): FieldSet {
  if (type === DEDUCED) return set
  let result: FieldSetDraft | undefined
  for (const element in set) {
    const node = set[element]!
    const below = element === SELF || isEmptySet(node) ? undefined : typeAt(type, element)
    if (below === undefined) continue
    const next = isAtomic(below) ? LEAF : reconciled(below, node)
    if (next !== node) (result ??= { ...set })[element] = next
  }
  return result ?? set
}

/** Types of several shapes go by the first that holds parts. */
const isAtomic = ({ map, list, scalar }: FieldType): boolean =>
  map !== undefined ? map.atomic : scalar === undefined && list?.atomic === true
