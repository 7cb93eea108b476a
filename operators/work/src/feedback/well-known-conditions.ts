import type { ConditionRule, Manifest } from '../types.ts'

const complete = (celExpression: string, messageExpression: string): ConditionRule => ({
  condition: 'Complete',
  type: 'CEL',
  celExpressions: [celExpression],
  messageExpression,
})

/** When usual kinds have done what they are there for. */
const WELL_KNOWN: ReadonlyMap<string, ConditionRule> = new Map([
  [
    'batch/v1 Job',
    complete(
      `object.?status.conditions.orValue([]).exists(c, c.type in ['Complete', 'Failed'] && c.status == 'True')`,
      `result ? 'Job is finished' : 'Job is not finished'`,
    ),
  ],
  [
    'v1 Pod',
    complete(
      `object.?status.phase.orValue('') in ['Succeeded', 'Failed']`,
      `'Pod is in phase ' + object.?status.phase.orValue('Unknown')`,
    ),
  ],
])

/** The usual rule for a condition of a kind, with what the given one says of its message; undefined when there is none. */
export function wellKnownRule({ apiVersion, kind }: Manifest, given: ConditionRule): ConditionRule | undefined {
  const rule = WELL_KNOWN.get(`${apiVersion} ${kind}`)
  if (rule?.condition !== given.condition) return undefined
  return {
    ...rule,
    ...(given.message ? { message: given.message } : {}),
    ...(given.messageExpression ? { messageExpression: given.messageExpression } : {}),
  }
}
