import { formatTime } from '@skep/base'
import { setCondition } from '../conditions/conditions.js'
import { summary } from '../conditions/merge.js'
import { setDeleting } from '../conditions/next.js'
import { isDeleting } from '../objects.js'
import { providerIdOfMachine } from './scope.js'

/** What makes a machine ready; the first that is not so gives the reason. */
const READY_INPUTS = [
  'InfrastructureReady',
  'BootstrapReady',
  'HealthCheckSucceeded',
  'OwnerRemediated',
  'DrainingSucceeded',
]
/** The steps on the way to a machine, which are counted until there is one. */
const STEPS = ['BootstrapReady', 'InfrastructureReady']
/** How far the machine is. */
export function phaseOf(scope) {
  const { machine } = scope
  const { status } = machine
  if (isDeleting(machine)) return 'Deleting'
  if (status.failureReason || status.failureMessage) return 'Failed'
  if (status.nodeRef && status.infrastructureReady) return 'Running'
  if (providerIdOfMachine(scope)) return 'Provisioned'
  return status.bootstrapReady && !status.infrastructureReady ? 'Provisioning' : 'Pending'
}
/** Works out the Ready condition and the phase from what the steps found. */
export function summarizeMachine(scope, now) {
  const { machine, progress } = scope
  const { status } = machine
  const isComing = !isDeleting(machine) && !providerIdOfMachine(scope)
  const counted = status.conditions?.filter(({ type }) => READY_INPUTS.includes(type)) ?? []
  const countsSteps = isComing && counted.every(({ type }) => STEPS.includes(type))
  const ready = summary(status, READY_INPUTS, countsSteps ? STEPS.length : undefined)
  if (ready) setCondition(status, ready, now)
  if (progress) setDeleting(machine, progress, now)
  const phase = phaseOf(scope)
  if (phase === status.phase) return
  status.phase = phase
  status.lastUpdated = formatTime(now)
}
//# sourceMappingURL=status.js.map
