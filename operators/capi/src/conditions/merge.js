import { compareTypes, findCondition, isFalse, isTrue, isUnknown } from './conditions.js'

/** The most urgent comes first: errors, warnings, notes, then what is well, then what nobody knows. */
const urgency = ({ status, severity }) => {
  if (status === 'True') return 3
  if (status !== 'False') return 4
  return severity === 'Error' ? 0 : severity === 'Warning' ? 1 : 2
}
/** Those of the sources that are the most urgent, in a fixed order. */
function mostUrgent(sources) {
  const level = Math.min(...sources.map(urgency))
  return sources
    .filter((source) => urgency(source) === level)
    .sort((a, b) => compareTypes(a, b) || ((a.from?.name ?? '') < (b.from?.name ?? '') ? -1 : 1))
}
/** One statement that stands for several; undefined when there are none. */
function merge(type, sources, order, steps) {
  if (sources.length === 0) return undefined
  const top = mostUrgent(sources)
  const first = order.map((name) => top.find((source) => source.type === name)).find(Boolean) ?? top[0]
  if (first.status === 'True') return isTrue(type)
  const done = sources.filter(({ status }) => status === 'True').length
  const message = steps === undefined ? (first.message ?? '') : `${done} of ${steps} completed`
  const reason = reasonOf(first)
  if (first.status === 'False') return isFalse(type, reason, first.severity ?? 'Info', message)
  return isUnknown(type, reason, message)
}
/** Names the object that a reason comes from, unless the reason does so already. */
const reasonOf = ({ reason = '', from }) =>
  from === undefined || reason.includes('@') ? reason : `${reason} @ ${from.kind}/${from.name}`
/** The Ready condition that follows from others, the first of which counts most; undefined when none of them is there. */
export function summary(
  from,
  types,
  /** Says how many of so many are done, in place of a message. */
  steps,
) {
  const sources = types.flatMap((type) => findCondition(from, type) ?? [])
  return merge('Ready', sources, types, steps)
}
/** The Ready condition of another object as a condition of this one, or what is said where it has none. */
export function mirror(type, from, fallback) {
  const ready = findCondition(from, 'Ready')
  if (!ready) return fallback
  const { status, severity, reason, message } = ready
  return {
    type,
    status,
    ...(severity ? { severity } : {}),
    ...(reason ? { reason } : {}),
    ...(message ? { message } : {}),
  }
}
/** The Ready conditions of several objects as one, which names the object that it is about. */
export function aggregate(type, kind, objects) {
  const sources = objects.flatMap(({ metadata: { name }, status }) => {
    const ready = findCondition(status, 'Ready')
    return ready ? [{ ...ready, from: { kind, name } }] : []
  })
  return merge(type, sources, [], objects.length)
}
//# sourceMappingURL=merge.js.map
