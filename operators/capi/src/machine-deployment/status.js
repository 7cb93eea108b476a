import { formatSelector } from '@skep/api'
import { isFalse, isTrue, setCondition } from '../conditions/conditions.js'
import { mirror, summary } from '../conditions/merge.js'
import { setDeleting } from '../conditions/next.js'
import { isDeleting, replicasOf } from '../objects.js'
import { limitsOf } from './limits.js'
import { allSets } from './scope.js'

const total = (sets, count) => sets.reduce((sum, set) => sum + (count(set) ?? 0), 0)
/** Works out what a deployment says of its machines. */
export function summarizeDeployment(scope, now) {
  const { deployment, sets } = scope
  const { status } = deployment
  const all = allSets(sets)
  status.selector = formatSelector(deployment.spec.selector)
  status.replicas = total(all, (set) => set.status?.replicas)
  status.updatedReplicas = sets.current?.status?.replicas ?? 0
  status.readyReplicas = total(all, (set) => set.status?.readyReplicas)
  status.availableReplicas = total(all, (set) => set.status?.availableReplicas)
  status.unavailableReplicas = Math.max(total(all, replicasOf) - status.availableReplicas, 0)
  status.phase = phaseOf(deployment, status.replicas)
  reportAvailability(deployment, now)
  reportSet(scope, now)
  const ready = summary(status, ['Available'])
  if (ready) setCondition(status, ready, now)
  if (!isDeleting(deployment)) return
  const count = all.length
  setDeleting(deployment, { reason: 'Deleting', message: `Deleting ${count} MachineSet${count === 1 ? '' : 's'}` }, now)
}
function phaseOf(deployment, actual) {
  const desired = replicasOf(deployment)
  if (isDeleting(deployment) || actual > desired) return 'ScalingDown'
  return actual < desired ? 'ScalingUp' : 'Running'
}
function reportAvailability(deployment, now) {
  const { desired, maxUnavailable } = limitsOf(deployment)
  const least = desired - maxUnavailable
  const { availableReplicas = 0 } = deployment.status
  const message = `Minimum availability requires ${least} replicas, current ${availableReplicas} available`
  const statement =
    availableReplicas >= least
      ? isTrue('Available')
      : isFalse('Available', 'WaitingForAvailableMachines', 'Warning', message)
  setCondition(deployment.status, statement, now)
}
function reportSet({ deployment, sets: { current }, problem }, now) {
  const type = 'MachineSetReady'
  const message = current ? '' : (problem ?? 'MachineSet not found')
  const fallback = isFalse(type, 'WaitingForMachineSet', 'Info', message)
  setCondition(deployment.status, mirror(type, current?.status, fallback), now)
}
/** Whether all machines are of the present template and available: then old sets are of no use any more. */
export function isComplete({ deployment }) {
  const { replicas, updatedReplicas, availableReplicas } = deployment.status
  const desired = replicasOf(deployment)
  return replicas === desired && updatedReplicas === desired && availableReplicas === desired
}
//# sourceMappingURL=status.js.map
