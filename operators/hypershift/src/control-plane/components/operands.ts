import type { Deployment } from '@skep/api'
import type { Stored } from '@skep/client'
import { LABELS } from '../keys.ts'
import { type ControlPlaneScope, comeBack } from '../scope.ts'
import { deploymentState, type WorkloadState } from './workload-state.ts'

/** Components that run Deployments of their own in the namespace of the control plane. */
const OPERATORS: ReadonlySet<string> = new Set([
  'cluster-network-operator',
  'cluster-storage-operator',
  'csi-snapshot-controller-operator',
])

/** Nobody tells when what somebody else runs is complete. */
const LOOK_AGAIN_MS = 15_000

/** An operator is complete only when all that it runs is. */
export function withOperands(scope: ControlPlaneScope, name: string, state: WorkloadState): WorkloadState {
  if (state.rollout.status !== 'True' || !OPERATORS.has(name)) return state
  const { objects, namespace } = scope
  const waiting = objects.deployments
    .list(namespace)
    .filter((deployment) => isOperandOf(name, deployment) && deploymentState(deployment).rollout.status !== 'True')
  if (waiting.length === 0) return state
  comeBack(scope, LOOK_AGAIN_MS)
  const lines = waiting.map(({ metadata }) => `deployment ${namespace}/${metadata.name} is not ready`)
  return { ...state, rollout: { status: 'False', reason: 'WaitingForOperands', message: lines.sort().join('\n') } }
}

const isOperandOf = (name: string, { metadata }: Stored<Deployment>): boolean =>
  metadata.labels?.[LABELS.managedBy] === name
