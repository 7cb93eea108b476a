import { JSONSchemaProps, type MessageField, messageFields } from '@skep/api'
import { INT_OR_STRING, type JsonObject, MICRO_TIME, QUANTITY, type SchemaNode, TIME, usageOf } from '@skep/schema'
import {
  type FieldDecoder,
  type FieldDecoders,
  inlinedField,
  listField,
  mapField,
  readFields,
  readMessage,
  singleField,
} from './fields.ts'
import { ProtobufReader, WIRE_TYPE } from './reader.ts'
import { schemaUnion } from './schema-unions.ts'
import { MICRO_TIME_MESSAGE, TIME_MESSAGE } from './times.ts'
import { INT_OR_STRING_MESSAGE, QUANTITY_MESSAGE, RAW_JSON, scalarDecoder, type ValueDecoder } from './values.ts'

const SPECIAL: Readonly<Record<string, ValueDecoder>> = {
  [TIME]: TIME_MESSAGE,
  [MICRO_TIME]: MICRO_TIME_MESSAGE,
  [QUANTITY]: QUANTITY_MESSAGE,
  [INT_OR_STRING]: INT_OR_STRING_MESSAGE,
}

/** Decodes a message of a built-in schema into the JSON that says the same. Throws `ProtobufError`. */
export function decodeMessage(node: SchemaNode, message: Buffer): JsonObject {
  const target: JsonObject = {}
  readFields(new ProtobufReader(message), fieldsOf(node), target)
  return target
}

const compiled = new WeakMap<SchemaNode, FieldDecoders>()

/** The fields of a schema, compiled when it is first met on the wire: most never are, and some contain themselves. */
function fieldsOf(used: SchemaNode): FieldDecoders {
  const { node, component } = usageOf(used)
  const definition = component?.definition ?? node
  let fields = compiled.get(definition)
  if (fields === undefined) {
    fields = compileFields(component?.name ?? '', definition)
    compiled.set(definition, fields)
  }
  return fields
}

function compileFields(message: string, node: SchemaNode): FieldDecoders {
  const fields = messageFields(message)
  if (!fields) throw new Error(`the protobuf fields of "${message}" are not known`)
  const decoders: (FieldDecoder | undefined)[] = []
  for (const field of fields) decoders[field.number] = compileField(field, node)
  return decoders
}

function compileField(field: MessageField, node: SchemaNode): FieldDecoder | undefined {
  const { name, keepsZero } = field
  if (field.inlined) return inlinedField(compileFields(name, node))
  const property = node.properties?.[name]
  if (!property) return undefined
  const { type, items, additionalProperties: values } = usageOf(property).node
  if (type === 'array') return listField(name, valueDecoder(items ?? {}))
  if (typeof values === 'object') return mapField(name, valueDecoder(values), usageOf(values).component ? null : '')
  return singleField(name, valueDecoder(property), keepsZero || node.required?.includes(name) === true)
}

function valueDecoder(used: SchemaNode): ValueDecoder {
  const { node, component } = usageOf(used)
  const special = component && (SPECIAL[component.name] ?? schemaUnion(component.name, SCHEMA))
  if (special) return special
  if (node.properties) return messageDecoder(node)
  if (node.type === 'array') return wrappedList(valueDecoder(node.items ?? {}))
  if (node['x-kubernetes-preserve-unknown-fields']) return RAW_JSON
  return scalarDecoder(node)
}

function messageDecoder(node: SchemaNode): ValueDecoder {
  let fields: FieldDecoders | undefined
  return { wireType: WIRE_TYPE.bytes, read: (reader) => readMessage(reader, (fields ??= fieldsOf(node))) }
}

const SCHEMA = messageDecoder(JSONSchemaProps.node)

/** A list as a value of a map, for which the wire needs a message around it. */
function wrappedList(items: ValueDecoder): ValueDecoder {
  const fields = [undefined, listField('items', items)]
  return { wireType: WIRE_TYPE.bytes, read: (reader) => readMessage(reader, fields)['items'] ?? [] }
}
