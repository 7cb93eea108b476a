import { decodeResource } from '../compile/metadata.ts'
import { pruneCompiler } from '../compile/prune.ts'
import { resourceVisitor } from '../compile/resources.ts'
import { problemOf } from '../compile/shape.ts'
import { type FieldError, fieldError } from '../field-error.ts'
import { cloneJson, type Json, jsonEqual } from '../json.ts'
import type { SchemaNode } from '../node.ts'
import { validateResource } from '../validate/embedded.ts'
import { compileKeywords } from '../validate/validator.ts'

/** Defaults must be what the server would make of them: nothing unknown in them, and valid. */
export function checkDefaults(node: SchemaNode, path: string): FieldError[] {
  const errors = (node.default ?? null) === null ? [] : checkDefault(node, node.default ?? null, `${path}.default`)
  if (node.items !== undefined) errors.push(...checkDefaults(node.items, `${path}.items`))
  // Not additionalProperties: what is in there has no default of its own.
  for (const [name, child] of Object.entries(node.properties ?? {})) {
    errors.push(...checkDefaults(child, `${path}.properties[${name}]`))
  }
  return errors
}

function checkDefault(node: SchemaNode, value: Json, path: string): FieldError[] {
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
