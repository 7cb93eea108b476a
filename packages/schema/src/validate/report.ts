import { resolveNode } from '../compile/node-compiler.ts'
import { fieldError } from '../field-error.ts'
import { hasMember, isObject, type Json, type JsonObject } from '../json.ts'
import type { SchemaNode } from '../node.ts'
import type { Constraint } from './constraint.ts'
import { correlateMember, isUnchanged, itemCorrelator } from './correlate.ts'
import { reportLogic } from './logic.ts'
import { constraintsOf, type NodeConstraints } from './node-constraints.ts'
import { addError, emptyResult, merge, type Result } from './result.ts'
import type { Subject } from './subject.ts'

/**
 * Explains what is wrong with a value, in the words and the order of the API server. Errors of a value that an update
 * leaves unchanged are forgiven, so that a stricter schema does not lock existing objects.
 */
export function report(schema: SchemaNode, subject: Subject): Result {
  const result = reportAnew(schema, subject)
  if (result.errors.length === 0 || !isUnchanged(subject.value, subject.correlation, resolveNode(schema))) return result
  return { errors: [], matches: result.matches }
}

/** As `report`, but the value itself is not forgiven: branches of anyOf and the like leave that to the whole. */
function reportAnew(schema: SchemaNode, subject: Subject): Result {
  const node = resolveNode(schema)
  const constraints = constraintsOf(node)
  const { value } = subject
  if (value === null) return reportNull(constraints, subject.name)
  const result = emptyResult()
  if (constraints.type !== undefined) result.matches += apply(result, [constraints.type], value, subject.name) ? 2 : 1
  merge(result, reportLogic(node, subject, reportAnew))
  result.matches++
  reportKind(result, node, constraints, subject)
  return result
}

function reportNull(constraints: NodeConstraints, name: string): Result {
  const result = emptyResult()
  if (constraints.null === undefined) result.matches++
  else addError(result, constraints.null.fail(null, name))
  if (constraints.enum !== undefined) addError(result, constraints.enum.fail(null, name))
  return result
}

/** What depends on the kind of value, and the enumeration, whose place is between lists and objects. */
function reportKind(result: Result, node: SchemaNode, constraints: NodeConstraints, subject: Subject): void {
  const { value, name } = subject
  if (typeof value === 'string') reportString(result, constraints, value, name)
  else if (typeof value === 'number') {
    apply(result, constraints.number, value, name)
    result.matches += 2
  } else if (Array.isArray(value)) reportArray(result, node, constraints, subject, value)
  if (constraints.enum !== undefined) apply(result, [constraints.enum], value, name)
  if (isObject(value)) {
    reportObject(result, node, constraints, subject, value)
    result.matches++
  }
  result.matches += 2
}

/** Adds the errors of the constraints that do not hold; true when all do. */
function apply<T>(result: Result, constraints: readonly Constraint<T>[], value: T, name: string): boolean {
  const failed = constraints.filter((constraint) => !constraint.holds(value))
  for (const constraint of failed) addError(result, constraint.fail(value, name))
  return failed.length === 0
}

/** Only the first thing wrong with a text is reported, apart from its format. */
function reportString(result: Result, constraints: NodeConstraints, value: string, name: string): void {
  const failed = constraints.string.find((constraint) => !constraint.holds(value))
  if (failed !== undefined) addError(result, failed.fail(value, name))
  result.matches++
  if (constraints.format === undefined) return
  apply(result, [constraints.format], value, name)
  result.matches++
}

function reportArray(
  result: Result,
  node: SchemaNode,
  constraints: NodeConstraints,
  { name, correlation }: Subject,
  items: Json[],
): void {
  if (node.items !== undefined) {
    const correlate = itemCorrelator(correlation, node)
    for (const [index, value] of items.entries()) {
      merge(result, report(node.items, { value, correlation: correlate(value), name: `${name}[${index}]` }))
    }
  }
  apply(result, constraints.array, items, name)
  result.matches += 2
}

function reportObject(
  result: Result,
  node: SchemaNode,
  constraints: NodeConstraints,
  subject: Subject,
  object: JsonObject,
): void {
  apply(result, constraints.object, object, subject.name)
  reportOtherMembers(result, node, subject, object)
  for (const [name, child] of Object.entries(node.properties ?? {})) {
    if (hasMember(object, name)) merge(result, report(child, memberSubject(subject, object, name)))
  }
  for (const name of node.required ?? []) {
    if (!hasMember(object, name)) addError(result, fieldError.required(`${subject.name}.${name}`))
  }
}

function reportOtherMembers(result: Result, node: SchemaNode, subject: Subject, object: JsonObject): void {
  const { additionalProperties } = node
  if (additionalProperties === undefined || additionalProperties === true) return
  for (const key of Object.keys(object)) {
    if (Object.hasOwn(node.properties ?? {}, key)) continue
    const path = `${subject.name}.${key}`
    if (additionalProperties === false) {
      addError(result, fieldError.invalid(subject.name, key, `${path} in body is a forbidden property`))
    } else merge(result, report(additionalProperties, { ...memberSubject(subject, object, key), name: path }))
  }
}

/** The API server cannot see changes of the type, so that the root's `apiVersion` and `kind` are never forgiven. */
function memberSubject(subject: Subject, object: JsonObject, name: string): Subject {
  const isTypeOfRoot = subject.name === '' && (name === 'apiVersion' || name === 'kind')
  return {
    value: object[name] ?? null,
    correlation: isTypeOfRoot ? undefined : correlateMember(subject.correlation, name),
    name: subject.name === '' ? name : `${subject.name}.${name}`,
  }
}
