import type { JsonObject, SchemaNode } from '@skep/schema'
import { emptyObjectOf } from './empty-object.ts'
import { addResourceFields, type FieldType, fieldTypeOf } from './field-type.ts'

/** What tracking ownership needs to know of a schema of whole objects. */
export interface ManagedType {
  readonly type: FieldType
  /** The object before its creation. */
  readonly empty: JsonObject
}

/** Prepares a schema. Its metadata is that of every object; CRDs say little or nothing about it. */
export function managedTypeOf(schema: SchemaNode): ManagedType {
  const type = fieldTypeOf(schema)
  const empty = emptyObjectOf(schema)
  if (type.map === undefined) return { type, empty }
  const fields = new Map(type.map.fields)
  addResourceFields(fields)
  return { type: { ...type, map: { ...type.map, fields } }, empty }
}
