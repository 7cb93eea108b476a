import { type ConditionUpdate, isConditionTrue } from '@skep/controller'
import { NAMES } from '../keys.ts'
import type { Scope } from '../scope.ts'

const type = 'IgnitionEndpointAvailable'

/** Whether machines would get their configuration. */
export function ignitionEndpointAvailable(scope: Scope): ConditionUpdate {
  const isAvailable = ignitionServerAvailable(scope)
  if (isAvailable === undefined) {
    return { type, status: 'False', reason: 'NotFound', message: 'Ignition server deployment not found' }
  }
  if (isAvailable) {
    return { type, status: 'True', reason: 'AsExpected', message: 'Ignition server deployment is available' }
  }
  const message = 'Ignition server deployment is not yet available'
  return { type, status: 'False', reason: 'WaitingForAvailable', message }
}

/** Undefined when there is no ignition server. Without pods of control planes, what is reported of it has to do. */
function ignitionServerAvailable({ parts, namespace }: Scope): boolean | undefined {
  const ref = { namespace, name: NAMES.ignitionServer }
  if (!parts.controlPlanePods) {
    const component = parts.reads.components.get(ref)
    return component && isConditionTrue(component.status?.conditions, 'Available')
  }
  const deployment = parts.reads.deployments.get(ref)
  return (
    deployment?.status?.conditions?.some((known) => known.type === 'Available' && known.status === 'True') ??
    (deployment ? false : undefined)
  )
}
