import { isObject, type Json, type JsonObject, setMember } from '@skep/schema'
import { expectWireType, type ProtobufReader, WIRE_TYPE } from './reader.ts'
import { readParts, STRING, type ValueDecoder } from './values.ts'

/** Reads one occurrence of a field into the object that it belongs to. */
export type FieldDecoder = (reader: ProtobufReader, wireType: number, target: JsonObject) => void
/** The fields of a message, by number. */
export type FieldDecoders = readonly (FieldDecoder | undefined)[]

/** Reads the fields of a message, to its end. */
export function readFields(reader: ProtobufReader, fields: FieldDecoders, target: JsonObject): void {
  while (reader.hasMore()) {
    const tag = reader.tag()
    const field = fields[tag >>> 3]
    // Clients newer than this server send fields that it does not know.
    if (field) field(reader, tag & 7, target)
    else reader.skip(tag & 7)
  }
}

/** Reads a message within the present one. */
export function readMessage(reader: ProtobufReader, fields: FieldDecoders): JsonObject {
  const target: JsonObject = {}
  reader.nested(() => readFields(reader, fields, target))
  return target
}

/** A field that is a message on the wire, while JSON has its members among the others. */
export const inlinedField =
  (fields: FieldDecoders): FieldDecoder =>
  (reader, wireType, target) => {
    expectWireType(wireType, WIRE_TYPE.bytes)
    reader.nested(() => readFields(reader, fields, target))
  }

/**
 * A field with one value. Clients write the zero values of fields that cannot be unset, chosen or not, where JSON
 * leaves them out; `keepsZero` is for the others, and for those that JSON always has.
 */
export const singleField =
  (name: string, decoder: ValueDecoder, keepsZero: boolean): FieldDecoder =>
  (reader, wireType, target) => {
    expectWireType(wireType, decoder.wireType)
    const value = decoder.read(reader)
    if (value !== undefined && (keepsZero || !isZero(value))) target[name] = value
  }

function isZero(value: Json): boolean {
  if (isObject(value)) return Object.keys(value).length === 0
  return value === '' || value === 0 || value === false
}

/** A field that comes once per item. Numbers may also come packed, several in one value. */
export const listField =
  (name: string, decoder: ValueDecoder): FieldDecoder =>
  (reader, wireType, target) => {
    // Nothing else writes this member.
    const items = (target[name] ??= []) as Json[]
    const readItem = () => items.push(decoder.read(reader) ?? null)
    if (wireType === decoder.wireType) readItem()
    else readPacked(reader, wireType, readItem)
  }

function readPacked(reader: ProtobufReader, wireType: number, readItem: () => void): void {
  expectWireType(wireType, WIRE_TYPE.bytes)
  reader.nested(() => {
    while (reader.hasMore()) readItem()
  })
}

/** A field that comes once per entry, each a message of key and value. An entry without a value has the zero. */
export const mapField =
  (name: string, values: ValueDecoder, zero: Json): FieldDecoder =>
  (reader, wireType, target) => {
    expectWireType(wireType, WIRE_TYPE.bytes)
    const [key, value] = readParts(reader, [STRING, values])
    // Nothing else writes this member.
    const entries = (target[name] ??= {}) as JsonObject
    setMember(entries, String(key ?? ''), value ?? zero)
  }
