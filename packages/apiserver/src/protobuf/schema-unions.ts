import type { Json, JsonObject } from '@skep/schema'
import { type FieldDecoders, listField, readMessage, singleField } from './fields.ts'
import { WIRE_TYPE } from './reader.ts'
import { BOOL, STRING, type ValueDecoder } from './values.ts'

/** What the alternatives of a union are on the wire, and which of them JSON has. */
interface Union {
  fields(schema: ValueDecoder): FieldDecoders
  pick(parts: JsonObject): Json | undefined
}

const PACKAGE = 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1'

const UNIONS: Readonly<Record<string, Union>> = {
  [`${PACKAGE}.JSONSchemaPropsOrArray`]: {
    fields: (schema) => [undefined, singleField('schema', schema, true), listField('schemas', schema)],
    pick: ({ schema, schemas }) => schemas ?? schema,
  },
  [`${PACKAGE}.JSONSchemaPropsOrBool`]: {
    fields: (schema) => [undefined, singleField('allows', BOOL, true), singleField('schema', schema, true)],
    pick: ({ allows, schema }) => schema ?? allows ?? false,
  },
  [`${PACKAGE}.JSONSchemaPropsOrStringArray`]: {
    fields: (schema) => [undefined, singleField('schema', schema, true), listField('names', STRING)],
    pick: ({ schema, names }) => names ?? schema,
  },
}

/** How the parts of a schema that are one thing or another are read; undefined for all other components. */
export function schemaUnion(component: string, schema: ValueDecoder): ValueDecoder | undefined {
  const union = UNIONS[component]
  if (!union) return undefined
  const fields = union.fields(schema)
  return { wireType: WIRE_TYPE.bytes, read: (reader) => union.pick(readMessage(reader, fields)) }
}
