import { formatTime } from '@skep/base'
import type { Condition } from '@skep/schema'

/** A condition as a controller states it; when it changed is worked out. */
export type ConditionUpdate = Omit<Condition, 'lastTransitionTime' | 'message'> & { message?: string }

/** The condition of a type, if there is one. */
export const findCondition = (conditions: readonly Condition[] | undefined, type: string): Condition | undefined =>
  conditions?.find((condition) => condition.type === type)

/** Whether there is a condition of a type and it is True. */
export const isConditionTrue = (conditions: readonly Condition[] | undefined, type: string): boolean =>
  findCondition(conditions, type)?.status === 'True'

/**
 * States a condition, in place. The time of transition moves only with the status; nothing changes when the condition
 * says all of it already. Returns whether anything did.
 */
export function setCondition(conditions: Condition[], update: ConditionUpdate, now: number): boolean {
  const index = conditions.findIndex(({ type }) => type === update.type)
  const former = conditions[index]
  const moved = former?.status !== update.status
  const lastTransitionTime = moved || former === undefined ? formatTime(now) : former.lastTransitionTime
  const next: Condition = { ...update, message: shorten(update.message ?? ''), lastTransitionTime }
  if (former && sameStatement(former, next)) return false
  if (former) conditions[index] = next
  else conditions.push(next)
  return true
}

/** No server takes longer messages, and with them it would refuse the whole status. */
const MAX_MESSAGE_LENGTH = 32_768

const shorten = (message: string): string =>
  message.length <= MAX_MESSAGE_LENGTH ? message : `${message.slice(0, MAX_MESSAGE_LENGTH - 1)}…`

/** Takes a condition back, in place. Returns whether it was there. */
export function removeCondition(conditions: Condition[], type: string): boolean {
  const index = conditions.findIndex((condition) => condition.type === type)
  if (index === -1) return false
  conditions.splice(index, 1)
  return true
}

/** Which conditions a summary is made of. */
export interface SummaryOptions {
  /** Type of the summary; `Ready` unless given. */
  readonly type?: string
  /** Conditions that must be True. */
  readonly good: readonly string[]
  /** Conditions that must not be True, such as `Degraded`; one that is not there is fine. */
  readonly bad?: readonly string[]
  readonly observedGeneration?: number
}

/** One condition that says how others are: False as soon as one is, Unknown while one is not known. */
export function summarizeConditions(
  conditions: readonly Condition[],
  { type = 'Ready', good, bad = [], observedGeneration }: SummaryOptions,
): ConditionUpdate {
  const problems = [
    ...good.map((name) => findCondition(conditions, name) ?? unknown(name)).filter(({ status }) => status !== 'True'),
    ...bad.flatMap((name) => findCondition(conditions, name) ?? []).filter(({ status }) => status !== 'False'),
  ]
  const generation = observedGeneration === undefined ? {} : { observedGeneration }
  if (problems.length === 0) return { type, status: 'True', reason: 'AsExpected', ...generation }
  const certain = problems.find((problem) => problem.status !== 'Unknown')
  return {
    type,
    status: certain ? 'False' : 'Unknown',
    reason: (certain ?? problems[0]!).reason,
    message: problems.map((problem) => `${problem.type}: ${problem.message}`).join('; '),
    ...generation,
  }
}

const unknown = (type: string): Pick<Condition, 'type' | 'status' | 'reason' | 'message'> => ({
  type,
  status: 'Unknown',
  reason: 'NotYetReported',
  message: 'not yet reported',
})

const sameStatement = (a: Condition, b: Condition): boolean =>
  a.status === b.status &&
  a.reason === b.reason &&
  a.message === b.message &&
  a.observedGeneration === b.observedGeneration
