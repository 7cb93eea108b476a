import { formatSelector, matchesSelector } from '@skep/api'
import { isFalse, isTrue, setCondition } from '../conditions/conditions.js'
import { aggregate, summary } from '../conditions/merge.js'
import { setDeleting } from '../conditions/next.js'
import { readySince } from '../machine/node-health.js'
import { isDeleting, replicasOf } from '../objects.js'

/** Undefined while the nodes of the cluster are not known: then what was counted before still holds. */
function countMachines({ nodes, set, machines }, now) {
  const nodeNames = machines.flatMap(({ status }) => status?.nodeRef?.name ?? [])
  if (nodeNames.length > 0 && !nodes?.synced) return undefined
  const minReadyMs = (set.spec.minReadySeconds ?? 0) * 1_000
  const since = nodeNames.flatMap((name) => readyTime(nodes?.get({ name })) ?? [])
  const waits = since.map((time) => time + minReadyMs - now).filter((wait) => minReadyMs > 0 && wait > 0)
  return {
    ready: since.length,
    available: since.length - waits.length,
    nextAvailableMs: waits.length === 0 ? undefined : Math.min(...waits),
  }
}
const readyTime = (node) => node && readySince(node)
/** Works out what a set says of its machines. Gives when to look again, in milliseconds. */
export function summarizeSet(scope, now) {
  const { set, machines } = scope
  const { status } = set
  const counts = countMachines(scope, now)
  status.selector = formatSelector(set.spec.selector)
  status.replicas = machines.length
  status.readyReplicas = counts?.ready ?? status.readyReplicas ?? 0
  status.availableReplicas = counts?.available ?? status.availableReplicas ?? 0
  status.fullyLabeledReplicas = machines.filter((machine) => isLabelled(set, machine)).length
  reportSize(scope, now)
  const machinesReady =
    machines.length === 0 ? isTrue('MachinesReady') : aggregate('MachinesReady', 'Machine', machines)
  if (machinesReady) setCondition(status, machinesReady, now)
  const overall = summary(status, ['MachinesCreated', 'Resized', 'MachinesReady'])
  if (overall) setCondition(status, overall, now)
  if (isDeleting(set)) setDeleting(set, { reason: 'Deleting', message: deletingMessage(machines.length) }, now)
  return counts?.nextAvailableMs
}
const isLabelled = ({ spec }, { metadata }) =>
  matchesSelector({ matchLabels: spec.template?.metadata?.labels ?? {} }, metadata.labels)
const deletingMessage = (count) => `Deleting ${count} Machine${count === 1 ? '' : 's'}`
/** Whether there are as many machines as there shall be; that they are, is said only when all are ready. */
function reportSize({ set, machines, failed }, now) {
  const { status } = set
  const wanted = isDeleting(set) ? 0 : replicasOf(set)
  const actual = machines.length
  if (actual !== wanted) {
    const [reason, direction] = actual < wanted ? ['ScalingUp', 'up'] : ['ScalingDown', 'down']
    const message = `Scaling ${direction} MachineSet to ${wanted} replicas (actual ${actual})`
    setCondition(status, isFalse('Resized', reason, 'Warning', message), now)
  } else if (status.readyReplicas === actual) setCondition(status, isTrue('Resized'), now)
  if (actual >= wanted && !failed) setCondition(status, isTrue('MachinesCreated'), now)
}
//# sourceMappingURL=status.js.map
