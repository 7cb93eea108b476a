import type { ClusterApiCondition } from '@skep/api'
import { formatTime } from '@skep/base'

/** A condition as a controller states it; when it changed is worked out. */
export type Statement = Omit<ClusterApiCondition, 'lastTransitionTime'>

/** How bad it is that a condition is False. */
export type Severity = 'Error' | 'Warning' | 'Info'

/** That all is well. */
export const isTrue = (type: string): Statement => ({ type, status: 'True' })

/** That something is not so, or not yet. */
export const isFalse = (type: string, reason: string, severity: Severity, message = ''): Statement => ({
  type,
  status: 'False',
  severity,
  reason,
  ...(message === '' ? {} : { message }),
})

/** That nobody knows. */
export const isUnknown = (type: string, reason: string, message = ''): Statement => ({
  type,
  status: 'Unknown',
  reason,
  ...(message === '' ? {} : { message }),
})

/** What has conditions. */
export interface Conditioned {
  conditions?: ClusterApiCondition[] | undefined
}

/** The condition of a type, if there is one. */
export const findCondition = (from: Readonly<Conditioned> | undefined, type: string): ClusterApiCondition | undefined =>
  from?.conditions?.find((condition) => condition.type === type)

/** Whether there is a condition of a type with this status. */
export const hasStatus = (from: Readonly<Conditioned> | undefined, type: string, status: string): boolean =>
  findCondition(from, type)?.status === status

/** States a condition, in place. Its time moves when it says anything else than before; Ready comes first in the list. */
export function setCondition(target: Conditioned, statement: Statement, now: number): void {
  const conditions = (target.conditions ??= [])
  const index = conditions.findIndex(({ type }) => type === statement.type)
  const former = conditions[index]
  if (former && saysTheSame(former, statement)) return
  const next = { ...statement, lastTransitionTime: formatTime(now) }
  if (former) conditions[index] = next
  else {
    conditions.push(next)
    conditions.sort(compareTypes)
  }
}

/** Takes a condition back, in place. */
export function removeCondition(target: Conditioned, type: string): void {
  target.conditions = target.conditions?.filter((condition) => condition.type !== type)
}

/** Ready first, then by type. */
export const compareTypes = (a: { readonly type: string }, b: { readonly type: string }): number => {
  if (a.type === b.type) return 0
  if (a.type === 'Ready' || b.type === 'Ready') return a.type === 'Ready' ? -1 : 1
  return a.type < b.type ? -1 : 1
}

const saysTheSame = (a: Statement, b: Statement): boolean =>
  a.status === b.status && a.severity === b.severity && a.reason === b.reason && a.message === b.message
