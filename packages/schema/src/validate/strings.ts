import { compileRe2, type Re2 } from '@skep/base'
import { fieldError } from '../field-error.ts'
import { findFormat } from '../formats/registry.ts'
import { goQuote } from '../go-text.ts'
import type { SchemaNode } from '../node.ts'
import type { Constraint } from './constraint.ts'
import { checkedFormat } from './types.ts'

/** The constraints on the text of a string; the first that fails is the one reported. */
export function stringConstraints(node: SchemaNode): Constraint<string>[] {
  const constraints: Constraint<string>[] = []
  if (node.maxLength !== undefined) constraints.push(maxLength(node.maxLength))
  if (node.minLength !== undefined) constraints.push(minLength(node.minLength))
  if (node.pattern !== undefined && node.pattern !== '') constraints.push(matchesPattern(node.pattern))
  return constraints
}

const maxLength = (limit: number): Constraint<string> => ({
  // A string never has more characters than UTF-16 units, so that most need not be counted.
  holds: (value) => value.length <= limit || characterCount(value) <= limit,
  fail: (_value, name) => fieldError.tooLong(name, limit),
})

const minLength = (limit: number): Constraint<string> => ({
  holds: (value) => value.length >= limit && (value.length >= 2 * limit || characterCount(value) >= limit),
  fail: (value, name) => fieldError.invalid(name, value, `${name} in body should be at least ${limit} chars long`),
})

function characterCount(text: string): number {
  let count = 0
  for (const _character of text) count++
  return count
}

/** A pattern Go would refuse (older CRDs may have one) matches nothing. */
function matchesPattern(pattern: string): Constraint<string> {
  const compiled = tryCompile(pattern)
  const shown = compiled instanceof Error ? `${pattern}, but pattern is invalid: ${compiled.message}` : pattern
  return {
    holds: (value) => !(compiled instanceof Error) && compiled.test(value),
    fail: (value, name) => fieldError.invalid(name, value, `${name} in body should match '${shown}'`),
  }
}

function tryCompile(pattern: string): Re2 | Error {
  try {
    return compileRe2(pattern)
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

/** The constraint of a string format that is checked. */
export function formatConstraint(node: SchemaNode): Constraint<string> | undefined {
  const format = checkedFormat(node)
  const holds = findFormat(format)
  if (holds === undefined) return undefined
  return {
    holds,
    fail: (value, name) =>
      fieldError.typeInvalid(name, value, `${name} in body must be of type ${format}: ${goQuote(value)}`),
  }
}
