import { nodeCompiler } from '../compile/node-compiler.ts'
import { hasMember, isObject, type Json, type JsonObject } from '../json.ts'
import type { SchemaNode } from '../node.ts'
import { allHold } from './constraint.ts'
import { constraintsOf, type NodeConstraints } from './node-constraints.ts'

/** Whether a value is valid, and nothing else: no messages, no paths, nothing allocated. */
export type Check = (value: Json) => boolean
type Compile = (child: SchemaNode) => Check | undefined

/** Compiles validation to a yes or no, which is all that a valid object needs. `report` explains a no. */
export function checkCompiler(): (node: SchemaNode) => Check | undefined {
  return nodeCompiler<[Json], boolean>(
    () => true,
    (node, compile) => {
      const constraints = constraintsOf(node)
      const checks = [
        ownCheck(constraints),
        objectCheck(node, compile),
        arrayCheck(node, compile),
        logicCheck(node, compile),
      ]
      const needed = checks.filter((check) => check !== undefined)
      const allowsNull = constraints.null === undefined && constraints.enum === undefined
      if (needed.length === 0 && allowsNull) return undefined
      const check = allOf(needed)
      return (value) => (value === null ? allowsNull : check(value))
    },
  )
}

function allOf(checks: Check[]): Check {
  const [first, second, ...others] = checks
  if (first === undefined) return () => true
  if (second === undefined) return first
  const rest = others.length === 0 ? undefined : allOf(others)
  return (value) => first(value) && second(value) && (rest === undefined || rest(value))
}

function ownCheck(constraints: NodeConstraints): Check | undefined {
  const { type, enum: allowed } = constraints
  const scalar = scalarCheck(constraints)
  if (allowed === undefined && scalar === undefined) return type?.holds
  return (value) =>
    (type === undefined || type.holds(value)) &&
    (scalar === undefined || scalar(value)) &&
    (allowed === undefined || allowed.holds(value))
}

function scalarCheck({ string, format, number, array, object }: NodeConstraints): Check | undefined {
  const texts = format === undefined ? string : [...string, format]
  if (texts.length + number.length + array.length + object.length === 0) return undefined
  return (value) => {
    if (typeof value === 'string') return allHold(texts, value)
    if (typeof value === 'number') return allHold(number, value)
    if (Array.isArray(value)) return allHold(array, value)
    return isObject(value) ? allHold(object, value) : true
  }
}

function objectCheck(node: SchemaNode, compile: Compile): Check | undefined {
  const members = membersCheck(node, compile)
  const required = requiredCheck(node)
  if (members === undefined) return required && ((value) => !isObject(value) || required(value))
  return (value) => !isObject(value) || (members(value) && (required === undefined || required(value)))
}

function requiredCheck({ required }: SchemaNode): ((value: JsonObject) => boolean) | undefined {
  if (required === undefined || required.length === 0) return undefined
  return (value) => {
    for (const name of required) if (!hasMember(value, name)) return false
    return true
  }
}

function membersCheck(node: SchemaNode, compile: Compile): ((value: JsonObject) => boolean) | undefined {
  const checks = new Map<string, Check | undefined>()
  for (const [name, child] of Object.entries(node.properties ?? {})) checks.set(name, compile(child))
  const other = otherMembersCheck(node, compile)
  if (other === undefined && [...checks.values()].every((check) => check === undefined)) return undefined
  return (value) => {
    for (const name in value) {
      const check = checks.get(name) ?? (checks.has(name) ? undefined : other)
      if (check === undefined) continue
      const member = value[name]
      if (member !== undefined && !check(member)) return false
    }
    return true
  }
}

function otherMembersCheck({ additionalProperties }: SchemaNode, compile: Compile): Check | undefined {
  if (additionalProperties === false) return () => false
  return typeof additionalProperties === 'object' ? compile(additionalProperties) : undefined
}

function arrayCheck(node: SchemaNode, compile: Compile): Check | undefined {
  const item = node.items && compile(node.items)
  if (item === undefined) return undefined
  return (value) => {
    if (!Array.isArray(value)) return true
    for (const each of value) if (!item(each)) return false
    return true
  }
}

const always: Check = () => true

function logicCheck(node: SchemaNode, compile: Compile): Check | undefined {
  const checks: Check[] = []
  const branches = (nodes: SchemaNode[] | undefined) => (nodes ?? []).map((each) => compile(each) ?? always)
  const [anyOf, oneOf] = [branches(node.anyOf), branches(node.oneOf)]
  if (anyOf.length > 0) checks.push((value) => anyOf.some((branch) => branch(value)))
  if (oneOf.length > 0) checks.push((value) => oneOf.filter((branch) => branch(value)).length === 1)
  checks.push(...branches(node.allOf))
  if (node.not !== undefined) {
    const negated = compile(node.not) ?? always
    checks.push((value) => !negated(value))
  }
  return checks.length === 0 ? undefined : allOf(checks)
}
