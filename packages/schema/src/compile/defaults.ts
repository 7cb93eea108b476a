import { cloneJson, type Json, type JsonObject, setMember } from '../json.ts'
import type { SchemaNode } from '../node.ts'
import { nodeCompiler, resolveNode } from './node-compiler.ts'

/** Fills in, in place, the defaults of a schema. */
export type ApplyDefaults = (value: Json) => void

/** Compiles defaulting, which writes only what changes: what is complete may be frozen. A null that a schema does not allow is replaced by the default, too. */
export function defaultsCompiler(): (node: SchemaNode) => ApplyDefaults | undefined {
  return nodeCompiler<[Json], void>(
    () => {},
    (node, compile) => {
      const object = objectDefaulter(node, compile)
      const list = listDefaulter(node, compile)
      if (object === undefined && list === undefined) return undefined
      return (value) => {
        if (typeof value !== 'object' || value === null) return
        if (Array.isArray(value)) list?.(value)
        else object?.(value)
      }
    },
  )
}

type Compile = (child: SchemaNode) => ApplyDefaults | undefined

/** What a member, item or map value gets. */
interface Child {
  name: string
  default: Json
  isNullable: boolean
  applyInside: ApplyDefaults | undefined
}

function describe(name: string, child: SchemaNode, compile: Compile): Child {
  const node = resolveNode(child)
  return { name, default: node.default ?? null, isNullable: node.nullable === true, applyInside: compile(child) }
}

function objectDefaulter(node: SchemaNode, compile: Compile): ((value: JsonObject) => void) | undefined {
  const members = Object.entries(node.properties ?? {}).map(([name, child]) => describe(name, child, compile))
  const withDefault = members.filter((member) => member.default !== null)
  const withWorkInside = members.filter((member) => member.applyInside !== undefined)
  const others = otherMembersDefaulter(node, compile)
  if (withDefault.length === 0 && withWorkInside.length === 0 && others === undefined) return undefined
  return (value) => {
    for (const member of withDefault) setDefault(value, member)
    for (const { name, applyInside } of withWorkInside) {
      if (Object.hasOwn(value, name)) applyInside?.(value[name] ?? null)
    }
    others?.(value)
  }
}

function setDefault(value: JsonObject, member: Child): void {
  const current = Object.hasOwn(value, member.name) ? value[member.name] : undefined
  if (current === undefined || (current === null && !member.isNullable)) {
    setMember(value, member.name, cloneJson(member.default))
  }
}

function otherMembersDefaulter(node: SchemaNode, compile: Compile): ((value: JsonObject) => void) | undefined {
  if (typeof node.additionalProperties !== 'object') return undefined
  const other = describe('', node.additionalProperties, compile)
  if (other.default === null && other.applyInside === undefined) return undefined
  const declared = new Set(Object.keys(node.properties ?? {}))
  return (value) => {
    for (const name in value) {
      if (declared.has(name)) continue
      const member = defaulted(value[name] ?? null, other)
      if (member !== value[name]) setMember(value, name, member)
    }
  }
}

function listDefaulter(node: SchemaNode, compile: Compile): ((value: Json[]) => void) | undefined {
  if (node.items === undefined) return undefined
  const item = describe('', node.items, compile)
  if (item.default === null && item.applyInside === undefined) return undefined
  return (value) => {
    for (let index = 0; index < value.length; index++) {
      const member = defaulted(value[index] ?? null, item)
      if (member !== value[index]) value[index] = member
    }
  }
}

/** The value with its own defaults, or the default where it is a null that may not be. */
function defaulted(current: Json, child: Child): Json {
  const value = current === null && !child.isNullable ? cloneJson(child.default) : current
  child.applyInside?.(value)
  return value
}
