import type { JsonObject } from '@skep/schema'
import { mentionedFields } from './extract.ts'
import { difference, type FieldSet, intersection, isSubset, LEAF, union } from './field-set.ts'
import type { FieldType } from './field-type.ts'
import { removeFields } from './remove.ts'
import { withNamedFields } from './schema-changes.ts'

/** What an applier gave up, and what is owned now. */
export interface Ownership {
  /** What the applier owned before. */
  last: FieldSet
  /** What it applies now. */
  applied: FieldSet
  /** What all managers own now, the applier included. Asked for only when something was given up. */
  owned(): FieldSet
}

/** The merged object without what its applier applied last time, does not apply this time, and nobody else owns. */
export function pruneDropped(type: FieldType, merged: JsonObject, { last, applied, owned }: Ownership): JsonObject {
  if (isSubset(last, applied)) return merged
  const fieldsOf = (object: JsonObject) => withNamedFields(type, mentionedFields(type, object) ?? LEAF)
  const everything = fieldsOf(merged)
  const lastNamed = withNamedFields(type, last)

  // Taking away all that was applied takes away too much: what is below it and owned by others comes back, and so does
  // what is below it and was never the applier's.
  const bare = removeFields(type, merged, lastNamed)
  const kept = union(fieldsOf(bare), withNamedFields(type, owned()))
  const withOwned = removeFields(type, merged, difference(everything, kept))
  const gone = difference(everything, fieldsOf(withOwned))
  return removeFields(type, merged, intersection(gone, lastNamed))
}
