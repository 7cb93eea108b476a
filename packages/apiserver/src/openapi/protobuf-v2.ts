import { isObject, type Json, type JsonObject } from '@skep/schema'
import { ProtobufWriter } from './protobuf-writer.ts'

/**
 * The protocol buffer form of an OpenAPI v2 document (gnostic's openapi.v2 messages). Clients older than OpenAPI v3, such
 * as kubectl 1.20, accept no other form.
 */
export function encodeOpenApiV2(document: JsonObject): Buffer {
  const writer = new ProtobufWriter()
  writeMessage(writer, document, DOCUMENT)
  return writer.finish()
}

type WriteField = (writer: ProtobufWriter, field: number, value: Json) => void

/** A message: JSON member -> field number and how to write it. `extensions` is the field that takes `x-...` members. */
interface Message {
  members: Record<string, [number, WriteField]>
  extensions?: number
}

function writeMessage(writer: ProtobufWriter, value: Json, { members, extensions }: Message): void {
  for (const [key, member] of Object.entries(isObject(value) ? value : {})) {
    if (member === undefined) continue
    const known = members[key]
    if (known) known[1](writer, known[0], member)
    else if (extensions !== undefined && key.startsWith('x-')) namedAny(writer, extensions, key, member)
  }
}

const string: WriteField = (writer, field, value) => writer.string(field, String(value))
const bool: WriteField = (writer, field, value) => writer.bool(field, value === true)
const int64: WriteField = (writer, field, value) => writer.int64(field, Number(value))
const double: WriteField = (writer, field, value) => writer.double(field, Number(value))

const message =
  (type: () => Message): WriteField =>
  (writer, field, value) =>
    writer.message(field, () => writeMessage(writer, value, type()))

const repeated =
  (write: WriteField): WriteField =>
  (writer, field, values) => {
    for (const value of Array.isArray(values) ? values : [values]) write(writer, field, value)
  }

/** A JSON object as a repeated pair of name (1) and value (2), inside a message of its own at `inner`. */
const named =
  (write: WriteField, inner = 1): WriteField =>
  (writer, field, value) =>
    writer.message(field, () => {
      for (const [name, member] of Object.entries(isObject(value) ? value : {})) {
        writer.message(inner, () => {
          writer.string(1, name)
          write(writer, 2, member ?? null)
        })
      }
    })

/** Values without a type of their own travel as YAML, of which JSON is a part. */
const any: WriteField = (writer, field, value) => writer.message(field, () => writer.string(2, JSON.stringify(value)))

function namedAny(writer: ProtobufWriter, field: number, name: string, value: Json): void {
  writer.message(field, () => {
    writer.string(1, name)
    any(writer, 2, value)
  })
}

const wrapped =
  (write: WriteField, inner = 1): WriteField =>
  (writer, field, value) =>
    writer.message(field, () => write(writer, inner, value))

const schema = message(() => SCHEMA)

const additionalProperties: WriteField = (writer, field, value) =>
  writer.message(field, () => (typeof value === 'boolean' ? writer.bool(2, value) : schema(writer, 1, value)))

const SCHEMA: Message = {
  members: {
    $ref: [1, string],
    format: [2, string],
    title: [3, string],
    description: [4, string],
    default: [5, any],
    multipleOf: [6, double],
    maximum: [7, double],
    exclusiveMaximum: [8, bool],
    minimum: [9, double],
    exclusiveMinimum: [10, bool],
    maxLength: [11, int64],
    minLength: [12, int64],
    pattern: [13, string],
    maxItems: [14, int64],
    minItems: [15, int64],
    uniqueItems: [16, bool],
    maxProperties: [17, int64],
    minProperties: [18, int64],
    required: [19, repeated(string)],
    enum: [20, repeated(any)],
    additionalProperties: [21, additionalProperties],
    type: [22, wrapped(repeated(string))],
    items: [23, wrapped(schema)],
    allOf: [24, repeated(schema)],
    properties: [25, named(schema)],
    example: [30, any],
  },
  extensions: 31,
}

const QUERY_PARAMETER: Message = {
  members: { required: [1, bool], in: [2, string], description: [3, string], name: [4, string], type: [6, string] },
}
const PATH_PARAMETER: Message = {
  members: { required: [1, bool], in: [2, string], description: [3, string], name: [4, string], type: [5, string] },
}
const BODY_PARAMETER: Message = {
  members: { description: [1, string], name: [2, string], in: [3, string], required: [4, bool], schema: [5, schema] },
}

/** A parameter is one of three messages, by where it is; the last two are wrapped once more. */
const parameter: WriteField = (writer, field, value) =>
  writer.message(field, () =>
    writer.message(1, () => {
      const place = isObject(value) ? value['in'] : undefined
      if (place === 'body') return writer.message(1, () => writeMessage(writer, value, BODY_PARAMETER))
      const [number, type] = place === 'path' ? ([4, PATH_PARAMETER] as const) : ([3, QUERY_PARAMETER] as const)
      writer.message(2, () => writer.message(number, () => writeMessage(writer, value, type)))
    }),
  )

const RESPONSE: Message = { members: { description: [1, string], schema: [2, wrapped(schema)] }, extensions: 5 }

const OPERATION: Message = {
  members: {
    tags: [1, repeated(string)],
    description: [3, string],
    operationId: [5, string],
    produces: [6, repeated(string)],
    consumes: [7, repeated(string)],
    parameters: [8, repeated(parameter)],
    responses: [9, named(wrapped(message(() => RESPONSE)))],
    schemes: [10, repeated(string)],
  },
  extensions: 13,
}

const operation = message(() => OPERATION)
const PATH_ITEM: Message = {
  members: {
    get: [2, operation],
    put: [3, operation],
    post: [4, operation],
    delete: [5, operation],
    patch: [8, operation],
    parameters: [9, repeated(parameter)],
  },
  extensions: 10,
}

const INFO: Message = { members: { title: [1, string], version: [2, string] } }

const DOCUMENT: Message = {
  members: {
    swagger: [1, string],
    info: [2, message(() => INFO)],
    paths: [
      8,
      named(
        message(() => PATH_ITEM),
        2,
      ),
    ],
    definitions: [9, named(schema)],
  },
  extensions: 16,
}
