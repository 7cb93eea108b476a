import { type ConditionUpdate, isConditionTrue } from '@skep/controller'
import { type ControlPlaneScope, comeBack, conditionOf } from '../scope.ts'
import { probe } from '../tenant-api.ts'
import { well } from './statement.ts'

/** How often somebody looks whether an API that does not answer has come back. */
const PROBE_MS = 15_000

interface Unavailable {
  readonly reason: string
  readonly message: string
}

/** Whether the control plane can be used; the first thing in the way is told. */
export async function availableCondition(scope: ControlPlaneScope): Promise<ConditionUpdate> {
  const type = 'Available'
  const problem =
    unknownAltogether(scope) ??
    falseCondition(scope, 'InfrastructureReady') ??
    withoutKubeconfig(scope) ??
    falseCondition(scope, 'EtcdAvailable') ??
    falseCondition(scope, 'KubeAPIServerAvailable') ??
    (await unreachable(scope)) ??
    missingComponents(scope)
  return problem ? { type, status: 'False', ...problem } : well(type, '')
}

function unknownAltogether(scope: ControlPlaneScope): Unavailable | undefined {
  const types = ['InfrastructureReady', 'EtcdAvailable', 'KubeAPIServerAvailable']
  return types.some((type) => conditionOf(scope, type)) ? undefined : { reason: 'StatusUnknown', message: '' }
}

function falseCondition(scope: ControlPlaneScope, type: string): Unavailable | undefined {
  const condition = conditionOf(scope, type)
  return condition?.status === 'False' ? { reason: condition.reason, message: condition.message } : undefined
}

const withoutKubeconfig = ({ status }: ControlPlaneScope): Unavailable | undefined =>
  status.kubeConfig
    ? undefined
    : {
        reason: 'KubeconfigWaitingForCreate',
        message: 'Waiting for hosted control plane kubeconfig to be created',
      }

async function unreachable(scope: ControlPlaneScope): Promise<Unavailable | undefined> {
  const message = await probe(scope)
  if (message === undefined) return undefined
  comeBack(scope, PROBE_MS)
  return { reason: 'KASLoadBalancerNotReachable', message }
}

/** Components matter until the control plane is available; from then on, one that fails makes it degraded at most. */
function missingComponents({ components, status }: ControlPlaneScope): Unavailable | undefined {
  if (isConditionTrue(status.conditions, 'Available')) return undefined
  const reason = 'ComponentsNotAvailable'
  if (!components) return { reason, message: 'Control plane components have not been created yet' }
  const { unavailable } = components
  if (unavailable.length === 0) return undefined
  return { reason, message: `Waiting for components to be available: ${[...unavailable].sort().join(', ')}` }
}
