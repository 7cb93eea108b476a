import type { ProbedCondition } from '@skep/api'

/** The condition of a type, if it has been written. */
export const conditionOf = (
  conditions: readonly ProbedCondition[] | undefined,
  type: string,
): ProbedCondition | undefined => conditions?.find((condition) => condition.type === type)

/** The condition of a type if it holds. */
export function ifTrue(conditions: readonly ProbedCondition[] | undefined, type: string): ProbedCondition | undefined {
  const condition = conditionOf(conditions, type)
  return condition?.status === 'True' ? condition : undefined
}

/** The condition of a type if it is known not to hold. */
export function ifFalse(conditions: readonly ProbedCondition[] | undefined, type: string): ProbedCondition | undefined {
  const condition = conditionOf(conditions, type)
  return condition?.status === 'False' ? condition : undefined
}

/** What a condition says, for people: `Reason: message`, or whichever of both there is. */
export function textOf({ reason, message, type }: ProbedCondition): string {
  if (reason && message) return `${reason}: ${message}`
  return message || reason || type
}

/** How long a condition has been as it is, in milliseconds; 0 when it does not say. */
export function ageOf({ lastTransitionTime }: ProbedCondition, now: number): number {
  const since = lastTransitionTime === undefined ? Number.NaN : Date.parse(lastTransitionTime)
  return Number.isNaN(since) ? 0 : Math.max(0, now - since)
}
