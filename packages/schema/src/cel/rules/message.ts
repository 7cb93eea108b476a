import type { ValidationRule } from '../../node.ts'
import type { Activation } from '../evaluate/frame.ts'
import type { Program } from '../program.ts'
import type { Session } from './evaluate-rules.ts'

const MAX_BYTES = 5 * 1024

/** The message that an expression gives for a rule that does not hold; undefined when it gives none that can be used. */
export function evaluateMessage(
  session: Session,
  program: Program,
  rule: ValidationRule,
  variables: Activation,
): { text: string } | { fatal: string } | undefined {
  const outcome = program.evaluate(variables)
  if (outcome.cost > session.budget) {
    return {
      fatal:
        'messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run',
    }
  }
  if ('error' in outcome && outcome.error.startsWith('operation cancelled')) {
    const limit = 'no further validation rules will be run due to call cost exceeds limit for messageExpression'
    return { fatal: `${limit}: ${JSON.stringify(rule.messageExpression)}` }
  }
  session.budget -= outcome.cost
  if ('error' in outcome || typeof outcome.value !== 'string') return undefined
  const text = outcome.value.trim()
  return text === '' || text.includes('\n') || Buffer.byteLength(text) > MAX_BYTES ? undefined : { text }
}
