import { type Json, parseJson, type SchemaNode } from '@skep/schema'
import { expectWireType, ProtobufError, type ProtobufReader, WIRE_TYPE } from './reader.ts'

/** Reads one value of a field and returns what JSON has for it; undefined for a message that stands for nothing. */
export interface ValueDecoder {
  readonly wireType: number
  read(reader: ProtobufReader): Json | undefined
}

const { varint, fixed64, bytes } = WIRE_TYPE

/** Text as it is. */
export const STRING: ValueDecoder = { wireType: bytes, read: (reader) => reader.string() }
const BASE64: ValueDecoder = { wireType: bytes, read: (reader) => reader.bytes().toString('base64') }
/** True or false. */
export const BOOL: ValueDecoder = { wireType: varint, read: (reader) => reader.bool() }
/** Numbers of 32 and of 64 bits. */
export const INT32: ValueDecoder = { wireType: varint, read: (reader) => reader.int32() }
export const INT64: ValueDecoder = { wireType: varint, read: (reader) => reader.int64() }
const DOUBLE: ValueDecoder = { wireType: fixed64, read: readFinite }

/** How a single value that is no message is read. */
export function scalarDecoder({ type, format }: SchemaNode): ValueDecoder {
  switch (type) {
    case 'boolean':
      return BOOL
    case 'integer':
      return format === 'int32' ? INT32 : INT64
    case 'number':
      return DOUBLE
    default:
      return format === 'byte' ? BASE64 : STRING
  }
}

/** Any JSON, as text in the first field of a message. */
export const RAW_JSON: ValueDecoder = {
  wireType: bytes,
  read: (reader) => {
    const text = readWrapped(reader, STRING)
    return typeof text === 'string' && text !== '' ? parseRaw(text) : undefined
  },
}

/** A quantity, as text in the first field of a message. */
export const QUANTITY_MESSAGE: ValueDecoder = { wireType: bytes, read: (reader) => readWrapped(reader, STRING) }

/** A choice: which of the two it is, the number, and the text. */
export const INT_OR_STRING_MESSAGE: ValueDecoder = {
  wireType: bytes,
  read: (reader) => {
    const [isText, number, text] = readParts(reader, [INT64, INT32, STRING])
    return isText === 1 ? (text ?? '') : (number ?? 0)
  },
}

/** Reads the first fields of a message by their position. */
export function readParts(reader: ProtobufReader, decoders: readonly ValueDecoder[]): (Json | undefined)[] {
  const parts: (Json | undefined)[] = decoders.map(() => undefined)
  reader.nested(() => {
    while (reader.hasMore()) {
      const tag = reader.tag()
      const index = (tag >>> 3) - 1
      const decoder = decoders[index]
      if (decoder) {
        expectWireType(tag & 7, decoder.wireType)
        parts[index] = decoder.read(reader)
      } else reader.skip(tag & 7)
    }
  })
  return parts
}

const readWrapped = (reader: ProtobufReader, decoder: ValueDecoder): Json | undefined => readParts(reader, [decoder])[0]

function readFinite(reader: ProtobufReader): number {
  const value = reader.double()
  if (!Number.isFinite(value)) throw new ProtobufError(`unsupported value: ${value}`)
  return value
}

function parseRaw(text: string): Json {
  try {
    return parseJson(text).value
  } catch (error) {
    if (error instanceof SyntaxError) throw new ProtobufError(error.message)
    throw error
  }
}
