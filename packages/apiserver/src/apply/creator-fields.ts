import type { JsonObject } from '@skep/schema'
import { isEmptyObject } from '../patch/own-member.ts'
import type { FieldSet } from './field-set.ts'
import type { ManagedType } from './managed-type.ts'
import { hasShape, type ObjectShape, shapeOf } from './object-shape.ts'
import { effectiveChange, withoutSystemFields } from './ownership.ts'
import { sharedSet } from './shared-sets.ts'

/** How many shapes of a kind's objects are remembered: clients come with one or two each. */
const REMEMBERED = 8

/** What whoever created an object of a shape owned. */
export interface KnownShape {
  readonly shape: ObjectShape
  readonly resetFields: FieldSet | undefined
  readonly fields: FieldSet
}

/** The fields that a creation owns. */
export function creatorFields(managed: ManagedType, object: JsonObject, resetFields: FieldSet | undefined): FieldSet {
  const { type, empty, knownShapes } = managed
  for (const known of knownShapes) {
    if (known.resetFields === resetFields && hasShape(known.shape, object)) return known.fields
  }
  const fields = sharedSet(withoutSystemFields(effectiveChange(type, empty, object, resetFields).changed))
  // What differs from an object with values of its own depends on values, not on the shape alone.
  const shape = isEmptyObject(empty) ? shapeOf(type, object) : undefined
  if (shape === undefined) return fields
  knownShapes.unshift({ shape, resetFields, fields })
  if (knownShapes.length > REMEMBERED) knownShapes.pop()
  return fields
}
