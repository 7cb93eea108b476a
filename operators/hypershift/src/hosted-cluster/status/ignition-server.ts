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

/** Undefined when there is no ignition server. Without pods of control planes, it is there once its addresses are. */
function ignitionServerAvailable({ parts, namespace, controlPlane }: Scope): boolean | undefined {
  if (!parts.controlPlanePods) {
    return controlPlane && isConditionTrue(controlPlane.status?.conditions, 'InfrastructureReady')
  }
  const deployment = parts.reads.deployments.get({ namespace, name: NAMES.ignitionServer })
  const conditions = deployment?.status?.conditions ?? []
  return deployment && conditions.some(({ type: known, status }) => known === 'Available' && status === 'True')
}
