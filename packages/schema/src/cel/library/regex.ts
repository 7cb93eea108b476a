import { compileRe2, type Re2, Re2SyntaxError } from '@skep/base'
import { listOf, TYPES } from '../types/type.ts'
import { fail } from '../values/failure.ts'
import { listValue } from '../values/value.ts'
import { declare, type FunctionDeclaration, method, overload } from './declare.ts'

const { bool, int, string } = TYPES

const MAX_CACHED = 1000
const compiled = new Map<string, Re2 | Re2SyntaxError>()

/** A pattern, compiled once; the error Go gives when it is none. */
export function compilePattern(pattern: string): Re2 | Re2SyntaxError {
  const known = compiled.get(pattern)
  if (known) return known
  if (compiled.size >= MAX_CACHED) compiled.clear()
  const result = tryCompile(pattern)
  compiled.set(pattern, result)
  return result
}

function tryCompile(pattern: string): Re2 | Re2SyntaxError {
  try {
    return compileRe2(pattern)
  } catch (error) {
    if (error instanceof Re2SyntaxError) return error
    throw error
  }
}

function matches(text: string, pattern: string): boolean {
  const expression = compilePattern(pattern)
  return expression instanceof Re2SyntaxError ? fail(expression.message) : expression.test(text)
}

function search(pattern: string): Re2 {
  const expression = compilePattern(pattern)
  return expression instanceof Re2SyntaxError ? fail(`Illegal regex: ${expression.message}`) : expression
}

function find(text: string, pattern: string): string {
  const match = search(pattern).find(text)
  return match ? text.slice(match.start, match.end) : ''
}

/** The first `limit` matches; all of them when it is negative. */
function findAll(text: string, pattern: string, limit: bigint) {
  const found = search(pattern).findAll(text, limit < 0n ? undefined : Number(limit))
  return listValue(found.map(({ start, end }) => text.slice(start, end)))
}

/** Regular expressions. */
export const REGEX_FUNCTIONS: readonly FunctionDeclaration[] = [
  declare(
    'matches',
    overload('matches', [string, string], bool, matches),
    method('matches_string', [string, string], bool, matches),
  ),
  declare('find', method('string_find_string', [string, string], string, find)),
  declare(
    'findAll',
    method('string_find_all_string', [string, string], listOf(string), (text: string, pattern: string) =>
      findAll(text, pattern, -1n),
    ),
    method('string_find_all_string_int', [string, string, int], listOf(string), findAll),
  ),
]
