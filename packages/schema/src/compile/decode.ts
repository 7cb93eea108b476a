import { isObject, type Json, type JsonObject, setMember } from '../json.ts'
import { OMIT_EMPTY, type SchemaNode } from '../node.ts'
import { DecodeError } from './decode-error.ts'
import { nodeCompiler, resolveNode } from './node-compiler.ts'
import type { PathStack } from './path.ts'
import { type Decode, scalarDecoder } from './scalars.ts'

type Compile = (child: SchemaNode) => Decode | undefined

/**
 * Compiles the decoding of typed objects, as Go does it: types must fit, nulls are the same as absent, and times and
 * quantities take their canonical form. What a schema does not know is left for pruning.
 */
export function decodeCompiler(): (node: SchemaNode) => Decode | undefined {
  return nodeCompiler<[Json, PathStack], Json>(
    (value) => value,
    (node, compile) => {
      const scalar = scalarDecoder(node)
      if (scalar !== undefined) return scalar
      if (node.type === 'array') return listDecoder(node, compile)
      if (node.type === 'object') return objectDecoder(node, compile)
      // A node without a type holds anything.
      return undefined
    },
  )
}

function listDecoder(node: SchemaNode, compile: Compile): Decode {
  const item = node.items && compile(node.items)
  const zero = node.items === undefined ? null : zeroOf(node.items)
  return (value, path) => {
    if (!Array.isArray(value)) throw new DecodeError(path, 'a list', value)
    if (item === undefined) return value
    for (let index = 0; index < value.length; index++) {
      const decoded = decodeInside(item, value[index] ?? null, zero, index, path)
      if (decoded !== value[index]) value[index] = decoded
    }
    return value
  }
}

function objectDecoder(node: SchemaNode, compile: Compile): Decode {
  const members = new Map<string, Member>()
  const required = new Set(node.required)
  for (const [name, child] of Object.entries(node.properties ?? {})) {
    members.set(name, { decode: compile(child), isOmittedWhenEmpty: !required.has(name) && isOmittedWhenEmpty(child) })
  }
  const decodeOthers = mapDecoder(node, compile)
  return (value, path) => {
    if (!isObject(value)) throw new DecodeError(path, 'an object', value)
    for (const name in value) {
      const member = members.get(name)
      if (member !== undefined) decodeMember(value, name, member, path)
      else decodeOthers?.(value, name, path)
    }
    return value
  }
}

interface Member {
  decode: Decode | undefined
  /** An optional list or map without entries is not kept, nor are zero values of fields that say so. */
  isOmittedWhenEmpty: boolean
}

function decodeMember(object: JsonObject, name: string, member: Member, path: PathStack): void {
  const value = object[name] ?? null
  if (value === null) {
    delete object[name]
    return
  }
  if (member.decode === undefined) return
  const decoded = decodeInside(member.decode, value, null, name, path)
  if (member.isOmittedWhenEmpty && isEmpty(decoded)) delete object[name]
  else if (decoded !== value) setMember(object, name, decoded)
}

function mapDecoder(node: SchemaNode, compile: Compile) {
  if (typeof node.additionalProperties !== 'object') return undefined
  const decode = compile(node.additionalProperties)
  if (decode === undefined) return undefined
  const zero = zeroOf(node.additionalProperties)
  return (object: JsonObject, key: string, path: PathStack): void => {
    const value = object[key] ?? null
    const decoded = decodeInside(decode, value, zero, key, path)
    if (decoded !== value) setMember(object, key, decoded)
  }
}

function decodeInside(decode: Decode, value: Json, zero: Json, step: string | number, path: PathStack): Json {
  if (value === null) return zero
  path.push(step)
  const decoded = decode(value, path)
  path.pop()
  return decoded
}

function isOmittedWhenEmpty(child: SchemaNode): boolean {
  const { type, additionalProperties, [OMIT_EMPTY]: isOmitted } = resolveNode(child)
  return isOmitted ?? (type === 'array' || (type === 'object' && additionalProperties !== undefined))
}

function isEmpty(value: Json): boolean {
  if (typeof value !== 'object') return value === '' || value === 0 || value === false
  return Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0
}

/** What a null stands for in a list or as the value of a map, where absent is not an option. */
function zeroOf(child: SchemaNode): Json {
  const { type, properties } = resolveNode(child)
  if (type === 'string') return ''
  if (type === 'boolean') return false
  if (type === 'integer' || type === 'number') return 0
  return type === 'object' && properties !== undefined ? {} : null
}
