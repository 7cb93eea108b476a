import { fieldError } from '../field-error.ts'
import { goJson } from '../go-text.ts'
import { type Json, type JsonObject, jsonEqual } from '../json.ts'
import type { SchemaNode } from '../node.ts'
import type { Constraint } from './constraint.ts'

/** The constraints on the length of a list and the uniqueness of its items. */
export function arrayConstraints(node: SchemaNode): Constraint<Json[]>[] {
  const constraints: Constraint<Json[]>[] = []
  if (node.minItems !== undefined) constraints.push(minItems(node.minItems))
  if (node.maxItems !== undefined) constraints.push(maxItems(node.maxItems))
  if (node.uniqueItems) constraints.push(uniqueItems)
  return constraints
}

const minItems = (limit: number): Constraint<Json[]> => ({
  holds: (value) => value.length >= limit,
  fail: (value, name) => fieldError.invalid(name, value.length, `${name} in body should have at least ${limit} items`),
})

const maxItems = (limit: number): Constraint<Json[]> => ({
  holds: (value) => value.length <= limit,
  fail: (value, name) => fieldError.tooMany(name, value.length, limit),
})

const uniqueItems: Constraint<Json[]> = {
  // Values that are equal have the same canonical text.
  holds: (value) => new Set(value.map(goJson)).size === value.length,
  fail: (_value, name) => fieldError.invalid(name, '', `${name} in body shouldn't contain duplicates`),
}

/** The constraints on how many members an object has. */
export function objectConstraints(node: SchemaNode): Constraint<JsonObject>[] {
  const constraints: Constraint<JsonObject>[] = []
  if (node.minProperties !== undefined) constraints.push(minProperties(node.minProperties))
  if (node.maxProperties !== undefined) constraints.push(maxProperties(node.maxProperties))
  return constraints
}

const size = (value: JsonObject): number => Object.keys(value).length

const minProperties = (limit: number): Constraint<JsonObject> => ({
  holds: (value) => size(value) >= limit,
  fail: (value, name) =>
    fieldError.invalid(name, size(value), `${name} in body should have at least ${limit} properties`),
})

const maxProperties = (limit: number): Constraint<JsonObject> => ({
  holds: (value) => size(value) <= limit,
  fail: (value, name) => fieldError.tooMany(name, size(value), limit),
})

/** The constraint of an enumeration. Null is never one of its values, even where it is listed. */
export function enumConstraint(node: SchemaNode): Constraint<Json> | undefined {
  const allowed = node.enum
  if (allowed === undefined || allowed.length === 0) return undefined
  const scalars = new Set<Json>(allowed.filter((each) => typeof each !== 'object'))
  const compounds = allowed.filter((each) => typeof each === 'object' && each !== null)
  const texts = allowed.map((each) => (typeof each === 'string' ? each : goJson(each)))
  return {
    holds: (value) => scalars.has(value) || compounds.some((each) => jsonEqual(each, value)),
    fail: (value, name) => fieldError.notSupported(name, value, texts),
  }
}
