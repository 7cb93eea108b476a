import { compileRe2, type Re2 } from '@skep/base'
import type { AttributeName, Condition } from './conditions.ts'
import { SearchError } from './search-error.ts'

/** Nobody writes longer ones, and each character costs time with every value. */
const MAX_LENGTH = 1_000

/** Whether a condition has regular expressions. */
export function hasPatterns(condition: Condition): boolean {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.some(hasPatterns)
    case 'not':
      return hasPatterns(condition.condition)
    case 'test':
      return condition.test.kind === 'matches'
  }
}

/**
 * A condition with the values that match in place of its regular expressions. The two databases have different engines,
 * and one of them none: so all values are looked at here, by one that takes linear time whatever the pattern is.
 */
export async function resolvePatterns(
  condition: Condition,
  textsOf: (attribute: AttributeName) => Promise<readonly string[]>,
): Promise<Condition> {
  switch (condition.kind) {
    case 'and':
    case 'or': {
      const conditions = await Promise.all(condition.conditions.map((part) => resolvePatterns(part, textsOf)))
      return { kind: condition.kind, conditions }
    }
    case 'not':
      return { kind: 'not', condition: await resolvePatterns(condition.condition, textsOf) }
    case 'test': {
      const { test, attribute } = condition
      if (test.kind !== 'matches') return condition
      const pattern = compile(test.pattern, test.offset)
      const texts = (await textsOf(attribute)).filter((text) => pattern.test(text))
      return { ...condition, test: { kind: 'oneOf', texts } }
    }
  }
}

function compile(pattern: string, offset: number): Re2 {
  if (pattern.length > MAX_LENGTH) {
    throw new SearchError(`the pattern at offset ${offset} has more than ${MAX_LENGTH} characters`, offset)
  }
  try {
    return compileRe2(pattern)
  } catch (error) {
    const reason = (error instanceof Error ? error.message : String(error)).replace('error parsing regexp: ', '')
    throw new SearchError(`the pattern at offset ${offset} is not a regular expression: ${reason}`, offset)
  }
}
