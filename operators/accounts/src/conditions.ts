import { formatTime } from '@skep/base'

/** A condition as the account operators write it. */
export interface ProbedCondition {
  type?: string
  status?: string
  lastProbeTime?: string
  lastTransitionTime?: string
  reason?: string
  message?: string
}

/** What an operator states; the times are worked out. */
export interface Statement {
  readonly type: string
  readonly status: 'True' | 'False'
  readonly reason: string
  readonly message: string
}

/** The conditions with one stated. The time of transition moves with the status only. */
export function withCondition<C extends ProbedCondition>(
  conditions: readonly C[] | undefined,
  statement: Statement,
  now: number,
): (C & Statement)[] {
  const before = (conditions ?? []).find(({ type }) => type === statement.type)
  // Whatever is in the list has a type and a status: nothing else is ever written.
  const all = (conditions ?? []) as (C & Statement)[]
  if (before && saysTheSame(before, statement)) return all
  const time = formatTime(now)
  const lastTransitionTime = before?.status === statement.status ? before.lastTransitionTime : time
  const stated = { ...before, ...statement, lastProbeTime: time, lastTransitionTime } as C & Statement
  return before ? all.map((condition) => (condition.type === statement.type ? stated : condition)) : [...all, stated]
}

/** When a condition became what it is, in milliseconds; undefined when there is none of that type. */
export function conditionSince(conditions: readonly ProbedCondition[] | undefined, type: string): number | undefined {
  const time = (conditions ?? []).find((condition) => condition.type === type)?.lastTransitionTime
  return time === undefined ? undefined : Date.parse(time)
}

const saysTheSame = (before: ProbedCondition, { status, reason, message }: Statement): boolean =>
  before.status === status && before.reason === reason && before.message === message
