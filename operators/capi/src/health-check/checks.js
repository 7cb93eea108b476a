import { parseGoDuration } from '@skep/base'
import { findCondition, hasStatus } from '../conditions/conditions.js'
import { ANNOTATIONS, LABELS } from '../names.js'
import { createdAt } from '../objects.js'
import { goDuration } from './go-duration.js'

const DEFAULT_STARTUP_TIMEOUT = '10m0s'
/** Times are in seconds, so that what is due now may look due a second later. */
const SLACK_MS = 1_000
/** Looks at one machine. */
export function checkTarget(check, cluster, target, now) {
  const { machine } = target
  if (machine.metadata.annotations?.[ANNOTATIONS.remediateMachine] !== undefined) {
    const message = 'Marked for remediation via cluster.x-k8s.io/remediate-machine annotation'
    return { problem: { reason: 'HasRemediateMachineAnnotation', message } }
  }
  const isControlPlane = machine.metadata.labels?.[LABELS.controlPlane] !== undefined
  // Nobody is to blame for what waits for the cluster.
  if (!isControlPlane && !hasStatus(cluster.status, 'ControlPlaneInitialized', 'True')) return {}
  if (!hasStatus(cluster.status, 'InfrastructureReady', 'True')) return {}
  return combine(checkMachine(check, target, now), checkNode(check, cluster, target, now))
}
function combine(machine, node) {
  if (machine.messages.length > 0) {
    const messages = [...machine.messages, ...(node.problem ? [node.problem.message] : [])]
    return { problem: { reason: 'UnhealthyMachine', message: messages.join('; ') } }
  }
  if (node.problem) return node
  const times = [machine.nextCheckMs, node.nextCheckMs].filter((time) => time !== undefined)
  return times.length === 0 ? {} : { nextCheckMs: Math.min(...times) }
}
/** Which of the watched conditions have held for longer than they may. */
function findHeld(watched, observed, on, now) {
  const messages = []
  const waits = []
  for (const { type, status, timeout } of watched) {
    const found = observed.find((condition) => condition.type === type && condition.status === status)
    if (!found) continue
    const limit = parseGoDuration(timeout) ?? 0
    const left = Date.parse(found.lastTransitionTime ?? '') + limit - now
    if (left >= 0) waits.push(left + SLACK_MS)
    else messages.push(heldMessage({ type, status, on, reason: found.reason ?? '', limit }))
  }
  return { messages, nextCheckMs: waits.length === 0 ? undefined : Math.min(...waits) }
}
const heldMessage = (held) =>
  `Condition ${held.type} on ${held.on} is reporting status ${held.status} with reason ${held.reason} for more than ${goDuration(held.limit)}`
const checkMachine = ({ spec }, { machine }, now) =>
  findHeld(spec.unhealthyMachineConditions ?? [], machine.status?.conditions ?? [], 'Machine', now)
function checkNode(check, cluster, target, now) {
  // A node that was deleted has nothing to say of itself.
  if (target.isNodeMissing) return { problem: { reason: 'NodeNotFound', message: '' } }
  if (!target.node) return target.machine.status?.nodeRef ? {} : checkStartup(check, cluster, target, now)
  const watched = check.spec.unhealthyConditions ?? []
  const { messages, nextCheckMs } = findHeld(watched, target.node.status?.conditions ?? [], 'Node', now)
  if (messages.length > 0) return { problem: { reason: 'UnhealthyNode', message: messages.join('; ') } }
  return nextCheckMs === undefined ? {} : { nextCheckMs }
}
/** The time to become a node begins when everything that it needs is there. A timeout of zero never ends. */
function checkStartup({ spec }, cluster, { machine }, now) {
  const timeout = parseGoDuration(spec.nodeStartupTimeout ?? DEFAULT_STARTUP_TIMEOUT) ?? 0
  if (timeout === 0) return {}
  const since = Math.max(
    createdAt(machine),
    trueSince(cluster.status, 'ControlPlaneInitialized'),
    trueSince(cluster.status, 'InfrastructureReady'),
    trueSince(machine.status, 'InfrastructureReady'),
  )
  const left = since + timeout - now
  if (left >= 0) return { nextCheckMs: left + SLACK_MS }
  return {
    problem: { reason: 'NodeStartupTimeout', message: `Node failed to report startup in ${goDuration(timeout)}` },
  }
}
function trueSince(from, type) {
  const condition = findCondition(from, type)
  return condition?.status === 'True' ? Date.parse(condition.lastTransitionTime) : 0
}
//# sourceMappingURL=checks.js.map
