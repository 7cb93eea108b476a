import { compileRe2, type Re2, Re2SyntaxError } from '@skep/base'
import { isObject, type Json, parseYaml } from '@skep/schema'
import { KNOWN_FAILURES, type KnownFailure } from './known-failures.ts'

/** Why an install failed: a word for programs and a text for people. */
export interface FailureReason {
  readonly reason: string
  readonly message: string
}

/** Says of the log of a failed install why it failed. */
export type ClassifyFailure = (log: string | undefined) => FailureReason

interface CompiledFailure extends FailureReason {
  readonly expressions: readonly Re2[]
}

/** Reads logs by the known failures and by those that an administrator added; compile once, ask often. */
export function createFailureClassifier(additional: readonly KnownFailure[] = []): ClassifyFailure {
  const failures = [...KNOWN_FAILURES, ...additional].map(compile)
  return (log) => {
    if (log === undefined) {
      return { reason: 'UnknownError', message: 'Cluster install failed but installer log was not captured' }
    }
    const found = failures.find(({ expressions }) => expressions.some((expression) => expression.test(log)))
    return found ? { reason: found.reason, message: found.message } : { reason: 'UnknownError', message: log }
  }
}

/** The failures that an `additional-install-log-regexes` ConfigMap lists; entries that make no sense are left out. */
export function parseKnownFailures(text: string | undefined): KnownFailure[] {
  if (text === undefined) return []
  const entries = parseQuietly(text)
  return Array.isArray(entries) ? entries.flatMap(toKnownFailure) : []
}

function parseQuietly(text: string): Json {
  try {
    return parseYaml(text).value
  } catch {
    return []
  }
}

function toKnownFailure(entry: Json): KnownFailure[] {
  if (!isObject(entry)) return []
  const { searchRegexStrings, installFailingReason: reason, installFailingMessage: message } = entry
  if (!Array.isArray(searchRegexStrings) || typeof reason !== 'string') return []
  const patterns = searchRegexStrings.filter((pattern) => typeof pattern === 'string')
  return [{ patterns, reason, message: typeof message === 'string' ? message : reason }]
}

const compile = ({ patterns, reason, message }: KnownFailure): CompiledFailure => ({
  reason,
  message,
  expressions: patterns.flatMap(compileQuietly),
})

function compileQuietly(pattern: string): Re2[] {
  try {
    return [compileRe2(`(?i)${pattern}`)]
  } catch (error) {
    if (error instanceof Re2SyntaxError) return []
    throw error
  }
}
