import { MICRO_TIME, QUANTITY, TIME } from '../dsl.ts'
import type { Json } from '../json.ts'
import { COMPONENT, type SchemaNode } from '../node.ts'
import { canonicalQuantity } from '../quantity.ts'
import { canonicalMicroTime, canonicalTime } from '../time.ts'
import { DecodeError } from './decode-error.ts'
import type { PathStack } from './path.ts'

/** Returns the value as the API holds it; objects and lists are changed in place. Throws `DecodeError`. */
export type Decode = (value: Json, path: PathStack) => Json

/** How a node that holds a single value is decoded; undefined for objects, lists and nodes that hold anything. */
export function scalarDecoder(node: SchemaNode): Decode | undefined {
  if (node[COMPONENT] === QUANTITY) return decodeQuantity
  if (node['x-kubernetes-int-or-string']) return decodeIntOrString
  switch (node.type) {
    case 'string':
      return decodeText(node)
    case 'integer':
      return node.format === 'int32' ? decodeInt32 : decodeInt64
    case 'number':
      return typed('number', 'a number')
    case 'boolean':
      return typed('boolean', 'true or false')
    default:
      return undefined
  }
}

const typed =
  (type: 'string' | 'number' | 'boolean', name: string): Decode =>
  (value, path) => {
    if (typeof value !== type) throw new DecodeError(path, name, value)
    return value
  }

const decodeString = typed('string', 'a string')

function decodeText(node: SchemaNode): Decode {
  if (node[COMPONENT] === TIME) return decodeWith(canonicalTime, 'a time such as 2006-01-02T15:04:05Z')
  if (node[COMPONENT] === MICRO_TIME)
    return decodeWith(canonicalMicroTime, 'a time such as 2006-01-02T15:04:05.000000Z')
  return node.format === 'byte' ? decodeWith(canonicalBase64, 'data in base64') : decodeString
}

const decodeWith =
  (canonical: (text: string) => string | undefined, name: string): Decode =>
  (value, path) => {
    const decoded = typeof value === 'string' ? canonical(value) : undefined
    if (decoded === undefined) throw new DecodeError(path, name, value)
    return decoded
  }

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Line breaks are allowed and go. */
function canonicalBase64(text: string): string | undefined {
  const compact = text.includes('\n') || text.includes('\r') ? text.replace(/[\r\n]/g, '') : text
  return BASE64.test(compact) ? compact : undefined
}

const decodeInt32: Decode = (value, path) => {
  if (typeof value !== 'number' || (value | 0) !== value) throw new DecodeError(path, 'an integer of 32 bits', value)
  return value
}

const decodeInt64: Decode = (value, path) => {
  const fits = typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= 2 ** 63
  if (!fits) throw new DecodeError(path, 'an integer of 64 bits', value)
  return value
}

const decodeIntOrString: Decode = (value, path) => {
  if (typeof value === 'string' || (typeof value === 'number' && (value | 0) === value)) return value
  throw new DecodeError(path, 'an integer or a string', value)
}

const decodeQuantity: Decode = (value, path) => {
  if (typeof value !== 'string' && typeof value !== 'number')
    throw new DecodeError(path, 'a quantity such as 500m or 2Gi', value)
  try {
    return canonicalQuantity(value)
  } catch {
    throw new DecodeError(path, 'a quantity such as 500m or 2Gi', value)
  }
}
