import { findCondition, hasStatus } from '../conditions/conditions.js'
import { ANNOTATIONS } from '../names.js'
import { createdAt, isDeleting } from '../objects.js'

/** How much a machine asks to be the one; the highest goes first. */
const PRIORITY = { going: 100, chosen: 80, unhealthy: 50, any: 20, never: 0 }
const TEN_DAYS_S = 864_000
function priorityOf(machine, policy, now) {
  if (isDeleting(machine)) return PRIORITY.going
  if (machine.metadata.annotations?.[ANNOTATIONS.deleteMachine] !== undefined) return PRIORITY.chosen
  if (!isHealthy(machine)) return PRIORITY.unhealthy
  if (policy === 'Random') return PRIORITY.any
  const byAge = agePriority(now - createdAt(machine))
  return policy === 'Oldest' ? byAge : PRIORITY.unhealthy - byAge
}
/** Grows with the age, up to that of a machine that is not well. */
const agePriority = (ageMs) =>
  ageMs >= 0 ? PRIORITY.unhealthy * (1 - Math.exp(-ageMs / 1_000 / TEN_DAYS_S)) : PRIORITY.never
/** Whether nothing speaks against a machine. */
function isHealthy({ status }) {
  if (!status?.nodeRef || hasStatus(status, 'NodeHealthy', 'False')) return false
  return findCondition(status, 'HealthCheckSucceeded')?.status !== 'False'
}
/** The machines that go when so many have to. Those that are going count; among equals, names decide. */
export function chooseDeleted(machines, count, policy, now) {
  const ranked = machines.map((machine) => ({ machine, priority: priorityOf(machine, policy, now) }))
  ranked.sort((a, b) => b.priority - a.priority || (a.machine.metadata.name < b.machine.metadata.name ? -1 : 1))
  return ranked.slice(0, Math.max(0, count)).map(({ machine }) => machine)
}
//# sourceMappingURL=deletion-order.js.map
