import { compileRules } from '../cel/index.ts'
import { decodeResource } from '../compile/metadata.ts'
import { pruneCompiler } from '../compile/prune.ts'
import { resourceVisitor } from '../compile/resources.ts'
import { problemOf } from '../compile/shape.ts'
import { type FieldError, fieldError } from '../field-error.ts'
import { cloneJson, type Json, jsonEqual } from '../json.ts'
import type { SchemaNode } from '../node.ts'
import { validateResource } from '../validate/embedded.ts'
import { compileKeywords } from '../validate/validator.ts'

type CheckDefault = (node: SchemaNode, value: Json, path: string) => FieldError[]

/** Defaults must be what the server would make of them: nothing unknown in them, and valid. */
export const checkDefaults = (node: SchemaNode, path: string): FieldError[] => checkEach(node, path, checkDefault)

/** Defaults must satisfy the CEL rules about them, which must have been found to compile. */
export const checkDefaultsByRules = (node: SchemaNode, path: string): FieldError[] =>
  checkEach(node, path, checkByRules)

function checkEach(node: SchemaNode, path: string, check: CheckDefault): FieldError[] {
  const value = node.default ?? null
  const errors = value === null ? [] : check(node, value, `${path}.default`)
  if (node.items !== undefined) errors.push(...checkEach(node.items, `${path}.items`, check))
  // Not additionalProperties: what is in there has no default of its own.
  for (const [name, child] of Object.entries(node.properties ?? {})) {
    errors.push(...checkEach(child, `${path}.properties[${name}]`, check))
  }
  return errors
}

/** Rules may tell a value that stays from one that is new, and a default can be either. */
const checkByRules: CheckDefault = (node, value, path) => {
  const rules = compileRules(node)
  const errors: FieldError[] = []
  rules?.validate(value, value, path, (error) => errors.push(error))
  if (errors.length === 0) rules?.validate(value, undefined, path, (error) => errors.push(error))
  return errors
}

const checkDefault: CheckDefault = (node, value, path) => {
  const errors = isPruned(node, value) ? [] : [fieldError.invalid(path, value, 'must not have unknown fields')]
  const problems = checkResources(node, value, path)
  errors.push(...(problems.length > 0 ? problems : compileKeywords(node)(value, undefined, path)))
  return errors
}

function isPruned(node: SchemaNode, value: Json): boolean {
  const pruned = cloneJson(value)
  if (typeof pruned === 'object' && pruned !== null) pruneCompiler()(node)?.(pruned, { path: [] })
  return jsonEqual(pruned, value)
}

function checkResources(node: SchemaNode, value: Json, path: string): FieldError[] {
  const errors: FieldError[] = []
  const visit = resourceVisitor()(node)
  const problem = problemOf(() => visit?.(cloneJson(value), path, decodeResource))
  if (problem !== undefined) return [fieldError.invalid(path, value, problem)]
  visit?.(value, path, (resource, at) => errors.push(...validateResource(resource, at, undefined)))
  return errors
}
