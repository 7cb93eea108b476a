import type { CustomResourceDefinitionCondition } from '@skep/api'

export type Condition = CustomResourceDefinitionCondition

/** What is to be said of a definition; the time of the last change follows from what was said before. */
export type Statement = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>

/** Conditions as they are read: a definition without any may carry null. */
export type Conditions = readonly Condition[] | null | undefined

export const findCondition = (conditions: Conditions, type: string): Condition | undefined =>
  conditions?.find((condition) => condition.type === type)

export const isTrue = (conditions: Conditions, type: string): boolean =>
  findCondition(conditions, type)?.status === 'True'

/** The conditions with a statement in its place. Returns the same list when it says so already. */
export function withCondition(conditions: Conditions, statement: Statement, now: string): readonly Condition[] {
  const known = conditions ?? []
  const before = findCondition(known, statement.type)
  if (!before) return [...known, { lastTransitionTime: now, ...statement }]
  const { status, reason, message } = statement
  if (before.status === status && before.reason === reason && before.message === message) return known
  const lastTransitionTime = before.status === status ? (before.lastTransitionTime ?? now) : now
  const after = { ...before, ...statement, lastTransitionTime }
  return known.map((condition) => (condition === before ? after : condition))
}
