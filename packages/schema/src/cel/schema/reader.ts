import { type Json, jsonEqual } from '../../json.ts'
import { LAZY, type SchemaNode } from '../../node.ts'
import { opaque } from '../types/type.ts'
import { fail } from '../values/failure.ts'
import { JsonMap, toInt } from '../values/json.ts'
import { parseDate, parseDurationFormat, parseTimestamp } from '../values/time.ts'
import { Bytes, CelList, type CelMap, type ListSemantics, type Opaque, type Value } from '../values/value.ts'
import { escapeName, isReserved } from './escape.ts'
import { withTypeAndMetadata } from './resource.ts'

/** Turns JSON that a schema describes into a value. Lists and objects are read when they are looked into. */
export type Reader = (raw: unknown) => Value

type JsonRecord = Readonly<Record<string, unknown>>

const isRecord = (raw: unknown): raw is JsonRecord => typeof raw === 'object' && raw !== null && !Array.isArray(raw)

/** Makes the reader of a schema. */
export function readerOf(node: SchemaNode, isResource: boolean): Reader {
  const read = readerOfPresent(node, isResource)
  const { nullable } = node
  return (raw) => {
    if (raw !== null && raw !== undefined) return read(raw)
    return nullable ? null : fail('invalid data, got null for schema with nullable=false')
  }
}

function readerOfPresent(node: SchemaNode, isResource: boolean): Reader {
  if (node['x-kubernetes-int-or-string']) return readIntOrString
  switch (node.type) {
    case 'object':
      return objectReader(isResource ? withTypeAndMetadata(node) : node)
    case 'array':
      return arrayReader(node)
    case 'string':
      return STRING_READERS[node.format ?? ''] ?? readString
    case 'number':
      return (raw) => (typeof raw === 'number' ? raw : unexpected('float', raw))
    case 'integer':
      return (raw) => (typeof raw === 'number' ? toInt(raw) : undefined) ?? unexpected('int', raw)
    case 'boolean':
      return (raw) => (typeof raw === 'boolean' ? raw : unexpected('bool', raw))
    default:
      return node[LAZY] || node['x-kubernetes-preserve-unknown-fields'] ? readUnknown : () => fail('invalid type')
  }
}

const GO_TYPES: Record<string, string> = { number: 'float64', boolean: 'bool', string: 'string' }

const unexpected = (wanted: string, raw: unknown): never =>
  fail(`invalid data, expected ${wanted}, got ${GO_TYPES[typeof raw] ?? 'map[string]interface {}'}`)

function readIntOrString(raw: unknown): Value {
  if (typeof raw === 'string') return raw
  return (
    (typeof raw === 'number' ? toInt(raw) : undefined) ??
    fail('invalid data, expected XIntOrString value to be either a string or integer')
  )
}

const readString: Reader = (raw) => (typeof raw === 'string' ? raw : unexpected('string', raw))

const parsing =
  (format: string, parse: (text: string) => Value | undefined): Reader =>
  (raw) => {
    const text = typeof raw === 'string' ? raw : unexpected('string', raw)
    return parse(text) ?? fail(`Invalid ${format} ${text}`)
  }

const STRING_READERS: Record<string, Reader> = {
  duration: parsing('duration', parseDurationFormat),
  date: parsing('date formatted string', parseDate),
  'date-time': parsing('date-time formatted string', (text) => parseTimestamp(text.toUpperCase())),
  byte: parsing('byte formatted string', (text) => new Bytes(Buffer.from(text, 'base64'))),
}

function arrayReader(node: SchemaNode): Reader {
  const { items } = node
  if (!items) return () => fail('invalid array type, expected Items with a non-empty Schema')
  const semantics = listSemantics(node)
  let read: Reader | undefined
  const readItem: Reader = (item) => {
    read ??= readerOf(items, items['x-kubernetes-embedded-resource'] === true)
    return read(item)
  }
  return (raw) => {
    if (!Array.isArray(raw)) fail('invalid data, expected an array for the provided schema with type=array')
    return new CelList(raw, readItem, semantics)
  }
}

function listSemantics(node: SchemaNode): ListSemantics {
  const type = node['x-kubernetes-list-type']
  if (type !== 'map') return type === 'set' ? 'set' : 'atomic'
  return (node['x-kubernetes-list-map-keys'] ?? []).map((key) => escapeName(key) ?? key)
}

function objectReader(node: SchemaNode): Reader {
  const { properties, additionalProperties } = node
  const isMap = !properties && typeof additionalProperties === 'object'
  const wrap = isMap ? mapWrapper(additionalProperties) : fieldsWrapper(properties ?? {})
  return (raw) =>
    isRecord(raw) ? wrap(raw) : fail('invalid data, expected a map for the provided schema with type=object')
}

function mapWrapper(values: SchemaNode): (raw: JsonRecord) => Value {
  const read = readerOf(values, values['x-kubernetes-embedded-resource'] === true)
  return (raw) => new JsonMap(raw, read)
}

interface Field {
  property: string
  escaped: string
  node: SchemaNode
  /** Made when the field is first read: most rules look at few of the fields. */
  read: Reader | undefined
}

function fieldsWrapper(properties: Readonly<Record<string, SchemaNode>>): (raw: JsonRecord) => Value {
  const fields = new Map<string, Field>()
  for (const [property, node] of Object.entries(properties)) {
    const escaped = escapeName(property)
    if (escaped === undefined) continue
    const field = { property, escaped, node, read: undefined }
    fields.set(escaped, field)
    if (isReserved(property)) fields.set(property, field)
  }
  return (raw) => new JsonObjectValue(raw, fields)
}

/** An object with declared fields. A field that is null counts as absent, and one that is not declared is invisible. */
class JsonObjectValue implements CelMap {
  readonly celKind = 'map'
  readonly raw: JsonRecord
  private readonly fields: ReadonlyMap<string, Field>

  constructor(raw: JsonRecord, fields: ReadonlyMap<string, Field>) {
    this.raw = raw
    this.fields = fields
  }

  get size(): number {
    return Object.keys(this.raw).length
  }

  find(key: Value): Value | undefined {
    const field = typeof key === 'string' ? this.fields.get(key) : undefined
    if (!field || !Object.hasOwn(this.raw, field.property)) return undefined
    const item = this.raw[field.property]
    if (item === null || item === undefined) return undefined
    field.read ??= readerOf(field.node, field.node['x-kubernetes-embedded-resource'] === true)
    return field.read(item)
  }

  keys(): Value[] {
    return Array.from(new Set(this.fields.values()))
      .filter(({ property }) => Object.hasOwn(this.raw, property))
      .map(({ escaped }) => escaped)
  }
}

const UNKNOWN_TYPE = opaque('unknown')

/** JSON that no schema describes: it can be compared, and nothing else. */
class UnknownValue implements Opaque {
  readonly celKind = 'opaque'
  readonly type = UNKNOWN_TYPE
  private readonly raw: Json

  constructor(raw: Json) {
    this.raw = raw
  }

  equals(other: Opaque): boolean {
    return other instanceof UnknownValue && jsonEqual(this.raw, other.raw)
  }
}

// What readers are given is JSON.
const readUnknown: Reader = (raw) => new UnknownValue(raw as Json)
