import type { JsonObject, SchemaNode } from '@skep/schema'
import type { KnownShape } from './creator-fields.ts'
import { emptyObjectOf } from './empty-object.ts'
import type { FieldSet } from './field-set.ts'
import { addResourceFields, type FieldType, fieldTypeOf } from './field-type.ts'

/** What tracking ownership needs to know of a schema of whole objects. */
export interface ManagedType {
  readonly type: FieldType
  /** The object before its creation. */
  readonly empty: JsonObject
  /** Shapes of objects that were created lately, the newest first. */
  readonly knownShapes: KnownShape[]
  /** Sets that are known to be in line with the type. */
  readonly reconciledSets: WeakSet<FieldSet>
}

/** Prepares a schema. Its metadata is that of every object; CRDs say little or nothing about it. */
export function managedTypeOf(schema: SchemaNode): ManagedType {
  const type = fieldTypeOf(schema)
  const empty = emptyObjectOf(schema)
  const memory = { knownShapes: [], reconciledSets: new WeakSet<FieldSet>() }
  if (type.map === undefined) return { type, empty, ...memory }
  const fields = new Map(type.map.fields)
  addResourceFields(fields)
  return { type: { ...type, map: { ...type.map, fields } }, empty, ...memory }
}
