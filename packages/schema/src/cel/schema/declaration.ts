import { LAZY, type SchemaNode } from '../../node.ts'
import { type CelType, listOf, mapOf, objectType, TYPES } from '../types/type.ts'
import { escapeName, isReserved } from './escape.ts'
import { withTypeAndMetadata } from './resource.ts'

/** A schema as expressions see it: its type, and bounds on the size of its values, which bound the costs of rules. */
export interface Declaration {
  readonly type: CelType
  /** The most elements, or bytes of text, that a value may have. Zero for values that have none. */
  readonly maxElements: number
  /** The fewest bytes that a value takes up in JSON. */
  readonly minSize: number
  readonly element?: Declaration
  readonly key?: Declaration
  /** By the names that expressions use. */
  readonly fields?: ReadonlyMap<string, Declaration>
}

/** The largest object that the API accepts. */
export const MAX_REQUEST_SIZE = 3 * 1024 * 1024

/** The smallest values in JSON: `0`, `""`, `[]`, `true`, and a time between quotes. */
const NUMBER_SIZE = 1
const EMPTY_SIZE = 2
const BOOL_SIZE = 4
const DURATION_SIZE = 3
const DATE_SIZE = 12
const DATETIME_SIZE = 21
const LONGEST_TIME = 32

const simple = (type: CelType, minSize: number, maxElements = 0): Declaration => ({ type, minSize, maxElements })

const KEY = simple(TYPES.string, EMPTY_SIZE)

/**
 * Declares a schema to expressions; undefined when they cannot see values of it, as those without a type. `name` names
 * the types of objects in error messages.
 */
export function declareSchema(node: SchemaNode, isResource: boolean, name = 'selfType'): Declaration | undefined {
  if (node[LAZY]) return undefined
  if (node['x-kubernetes-int-or-string']) return simple(TYPES.dyn, NUMBER_SIZE, maxTextLength(node))
  switch (node.type) {
    case 'array':
      return declareArray(node, name)
    case 'object':
      return declareObject(isResource ? withTypeAndMetadata(node) : node, name)
    case 'string':
      return declareString(node)
    case 'boolean':
      return simple(TYPES.bool, BOOL_SIZE)
    case 'number':
      return simple(TYPES.double, NUMBER_SIZE)
    case 'integer':
      return simple(TYPES.int, NUMBER_SIZE)
    default:
      return undefined
  }
}

const isResource = (node: SchemaNode) => node['x-kubernetes-embedded-resource'] === true

function declareArray({ items, maxItems }: SchemaNode, name: string): Declaration | undefined {
  const element = items && declareSchema(items, isResource(items), `${name}.@idx`)
  if (!element) return undefined
  const maxElements = maxItems ?? Math.floor((MAX_REQUEST_SIZE - 2) / (element.minSize + 1))
  return { type: listOf(element.type), maxElements: Math.max(maxElements, 0), minSize: EMPTY_SIZE, element }
}

function declareObject(node: SchemaNode, name: string): Declaration | undefined {
  const { additionalProperties } = node
  return typeof additionalProperties === 'object'
    ? declareMap(additionalProperties, node.maxProperties, name)
    : declareFields(node, name)
}

function declareMap(values: SchemaNode, maxProperties: number | undefined, name: string): Declaration | undefined {
  const element = declareSchema(values, isResource(values), `${name}.@elem`)
  if (!element) return undefined
  // Each entry has at least an empty key, a colon and a comma.
  const maxElements = maxProperties ?? Math.floor((MAX_REQUEST_SIZE - 2) / (element.minSize + 6))
  const type = mapOf(TYPES.string, element.type)
  return { type, maxElements: Math.max(maxElements, 0), minSize: EMPTY_SIZE, key: KEY, element }
}

function declareFields({ properties = {}, required = [] }: SchemaNode, name: string): Declaration {
  const fields = new Map<string, Declaration>()
  let minSize = EMPTY_SIZE
  for (const [property, node] of Object.entries(properties)) {
    const escaped = escapeName(property)
    const field = declareSchema(node, isResource(node), `${name}.${escaped ?? property}`)
    if (!field) continue
    if (escaped !== undefined) fields.set(escaped, field)
    // Required properties with a default may be left out of the request.
    if (required.includes(property) && node.default === undefined) {
      minSize += Buffer.byteLength(property) + field.minSize + 4
    }
  }
  // A reserved word needs no escaping after a dot: `self.namespace`.
  const find = (field: string) => fields.get(field) ?? (isReserved(field) ? fields.get(`__${field}__`) : undefined)
  return { type: objectType(name, (field) => find(field)?.type), maxElements: 0, minSize, fields }
}

function declareString(node: SchemaNode): Declaration {
  switch (node.format) {
    case 'byte':
      return simple(TYPES.bytes, EMPTY_SIZE, Math.max(node.maxLength ?? MAX_REQUEST_SIZE - 2, 0))
    case 'duration':
      return simple(TYPES.duration, DURATION_SIZE, LONGEST_TIME)
    case 'date':
      return simple(TYPES.timestamp, DATE_SIZE, DATE_SIZE)
    case 'date-time':
      return simple(TYPES.timestamp, DATETIME_SIZE, LONGEST_TIME)
    default:
      return simple(TYPES.string, EMPTY_SIZE, maxTextLength(node))
  }
}

/** In bytes, of which a character has up to four. */
function maxTextLength({ maxLength, enum: values = [], type }: SchemaNode): number {
  if (maxLength !== undefined) return Math.max(maxLength, 0) * 4
  if (type !== 'string' || values.length === 0) return MAX_REQUEST_SIZE - 2
  return Math.max(...values.map((value) => (typeof value === 'string' ? Buffer.byteLength(value) : 0)))
}
