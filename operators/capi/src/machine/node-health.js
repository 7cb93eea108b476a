/** The conditions of a node that count, and the status each has while all is well. */
const GOOD = {
  MemoryPressure: 'False',
  DiskPressure: 'False',
  PIDPressure: 'False',
  Ready: 'True',
}
/** How a node is: well unless a condition says otherwise; unknown only when none of them is known. */
export function summarizeNode({ status }) {
  const counted = (status?.conditions ?? []).filter(({ type }) => type in GOOD)
  const problems = counted.filter((condition) => condition.status !== GOOD[condition.type])
  const message = problems.map((problem) => `Node condition ${problem.type} is ${problem.status}`).join('. ')
  if (problems.some((problem) => problem.status !== 'Unknown')) return { status: 'False', message }
  return { status: problems.length < Object.keys(GOOD).length ? 'True' : 'Unknown', message }
}
/** Since when a node has been ready, in milliseconds; undefined when it is not. */
export function readySince({ status }) {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  return ready?.status === 'True' ? Date.parse(ready.lastTransitionTime ?? '') : undefined
}
/** Whether nothing has been heard of a node for so long that its pods will never be seen to end. */
export const isUnreachable = ({ status }) =>
  status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'Unknown') ?? false
//# sourceMappingURL=node-health.js.map
