import type { ClusterOperator, OperatorCondition } from '@skep/api'
import { formatTime } from '@skep/base'
import type { HostedApiStart } from './contracts.ts'

/** Operators whose work is done outside of the cluster, so that they are always well; with what else they version. */
const CONTROL_PLANE_OPERATORS: Readonly<Record<string, string | undefined>> = {
  'kube-apiserver': 'kube-apiserver',
  'kube-controller-manager': 'kube-controller-manager',
  'kube-scheduler': 'kube-scheduler',
  'openshift-apiserver': undefined,
  'openshift-controller-manager': undefined,
  'operator-lifecycle-manager-packageserver': undefined,
}

/** Operators that are well as soon as there are nodes for what they run. */
const NODE_OPERATORS = ['console', 'dns', 'image-registry', 'ingress', 'monitoring', 'network']

/** All operators that a hosted cluster has from the start, and whether each is well without nodes. */
export const HOSTED_OPERATORS: ReadonlyMap<string, boolean> = new Map([
  ...Object.keys(CONTROL_PLANE_OPERATORS).map((name) => [name, true] as const),
  ...NODE_OPERATORS.map((name) => [name, false] as const),
])

/** How an operator is. */
export interface OperatorState {
  readonly available: boolean
  readonly now: number
}

/** What an operator of a release says; times of what it said before and still says stay as they are. */
export function operatorStatus(
  name: string,
  release: Pick<HostedApiStart, 'version' | 'kubernetesVersion'>,
  { available, now }: OperatorState,
  former?: ClusterOperator['status'],
): NonNullable<ClusterOperator['status']> {
  const statuses = { Available: available, Progressing: !available, Degraded: false, Upgradeable: true }
  const conditions = Object.entries(statuses).map(([type, holds]): OperatorCondition => {
    const status = holds ? 'True' : 'False'
    const before = former?.conditions?.find((condition) => condition.type === type)
    const lastTransitionTime = before?.status === status ? before.lastTransitionTime : formatTime(now)
    const { reason, message } = available || type === 'Degraded' || type === 'Upgradeable' ? WELL : WAITING
    return { type, status, reason, message, lastTransitionTime }
  })
  return { ...former, conditions, ...(available ? { versions: versionsOf(name, release) } : {}) }
}

const WELL = { reason: 'AsExpected', message: 'All is well' }
const WAITING = { reason: 'NoNodes', message: 'Waiting for nodes to run on' }

function versionsOf(
  name: string,
  { version, kubernetesVersion }: Pick<HostedApiStart, 'version' | 'kubernetesVersion'>,
): { name: string; version: string }[] {
  const operand = CONTROL_PLANE_OPERATORS[name]
  return [
    { name: 'operator', version },
    ...(name in CONTROL_PLANE_OPERATORS ? [{ name: 'raw-internal', version }] : []),
    ...(operand === undefined ? [] : [{ name: operand, version: kubernetesVersion.replace(/^v/, '') }]),
  ]
}
