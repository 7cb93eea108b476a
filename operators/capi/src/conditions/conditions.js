import { formatTime } from '@skep/base'
/** That all is well. */
export const isTrue = (type) => ({ type, status: 'True' })
/** That something is not so, or not yet. */
export const isFalse = (type, reason, severity, message = '') => ({
  type,
  status: 'False',
  severity,
  reason,
  ...(message === '' ? {} : { message }),
})
/** That nobody knows. */
export const isUnknown = (type, reason, message = '') => ({
  type,
  status: 'Unknown',
  reason,
  ...(message === '' ? {} : { message }),
})
/** The condition of a type, if there is one. */
export const findCondition = (from, type) => from?.conditions?.find((condition) => condition.type === type)
/** Whether there is a condition of a type with this status. */
export const hasStatus = (from, type, status) => findCondition(from, type)?.status === status
/** States a condition, in place. Its time moves when it says anything else than before; Ready comes first in the list. */
export function setCondition(target, statement, now) {
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
export function removeCondition(target, type) {
  target.conditions = target.conditions?.filter((condition) => condition.type !== type)
}
/** Ready first, then by type. */
export const compareTypes = (a, b) => {
  if (a.type === b.type) return 0
  if (a.type === 'Ready' || b.type === 'Ready') return a.type === 'Ready' ? -1 : 1
  return a.type < b.type ? -1 : 1
}
const saysTheSame = (a, b) =>
  a.status === b.status && a.severity === b.severity && a.reason === b.reason && a.message === b.message
//# sourceMappingURL=conditions.js.map
