import type { ConditionTemplate, Failure } from '@skep/sim'
import { type HiveCondition, setHiveCondition, sortHiveConditions } from '../conditions.ts'

/** The conditions with those of a state added or restated; others stay. */
export function withConditions<C extends HiveCondition>(
  conditions: readonly C[] | undefined,
  templates: readonly ConditionTemplate[],
  now: number,
): HiveCondition[] {
  const next: HiveCondition[] = (conditions ?? []).map((condition) => ({ ...condition }))
  for (const template of templates) setHiveCondition(next, template, now)
  return sortHiveConditions(next)
}

/** The conditions with those of a recorded step, and without those that went away then. */
export const withChanges = <C extends HiveCondition>(
  conditions: readonly C[] | undefined,
  templates: readonly ConditionTemplate[],
  removed: readonly string[],
  now: number,
): HiveCondition[] => withConditions(conditions, templates, now).filter(({ type }) => !removed.includes(type))

/** What a failed object says of it. */
export const failureCondition = ({ condition, reason, message }: Failure): ConditionTemplate => ({
  type: condition,
  status: 'True',
  reason,
  message,
})

/** The conditions without that of a type. */
export const withoutCondition = <C extends HiveCondition>(conditions: readonly C[] | undefined, type: string): C[] =>
  (conditions ?? []).filter((condition) => condition.type !== type)
