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
