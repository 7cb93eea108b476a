import { LruMap } from '@skep/base'
import type { FieldSet } from './field-set.ts'

/** How many sets are remembered by their text: clients write objects of few shapes, over and over. */
const REMEMBERED = 1_024

const byText = new LruMap<FieldSet>(REMEMBERED)
const texts = new WeakMap<FieldSet, string>()

/** The one set that stands for all that are equal to it, so that its text is made once and a comparison is one look. */
export function sharedSet(set: FieldSet): FieldSet {
  if (texts.has(set)) return set
  const text = JSON.stringify(set)
  const known = byText.get(text)
  if (known !== undefined) return known
  texts.set(set, text)
  byText.set(text, set)
  return set
}

/** The set as JSON. */
export const textOfSet = (set: FieldSet): string => texts.get(set) ?? JSON.stringify(set)

/** An operation on two sets, done once for each pair; its results are shared. */
export function remembered(
  operation: (left: FieldSet, right: FieldSet) => FieldSet,
): (left: FieldSet, right: FieldSet) => FieldSet {
  const results = new WeakMap<FieldSet, WeakMap<FieldSet, FieldSet>>()
  return (left, right) => {
    const [first, second] = [sharedSet(left), sharedSet(right)]
    let known = results.get(first)
    if (known === undefined) results.set(first, (known = new WeakMap()))
    let result = known.get(second)
    if (result === undefined) known.set(second, (result = sharedSet(operation(first, second))))
    return result
  }
}
