import type { KubevirtMachine, VirtualMachine } from '@skep/api'
import { formatTime } from '@skep/base'
import type { Draft, Stored } from '@skep/client'
import { isObject, type JsonObject } from '@skep/schema'
import type { MachineProgress, MachineScope } from '@skep/sim/provider'

/** On a VirtualMachine: the KubevirtMachine that it is for. */
export const MACHINE_LABELS = {
  name: 'capk.cluster.x-k8s.io/kubevirt-machine-name',
  namespace: 'capk.cluster.x-k8s.io/kubevirt-machine-namespace',
} as const

type VirtualMachineCondition = NonNullable<NonNullable<VirtualMachine['status']>['conditions']>[number]

/** The virtual machine that a KubevirtMachine asks for. */
export function virtualMachineOf(
  { metadata, spec }: Stored<KubevirtMachine>,
  { cluster }: MachineScope,
): Draft<VirtualMachine> {
  const { name, namespace = '' } = metadata
  const wanted = spec?.virtualMachineTemplate
  const labels = {
    'kubevirt.io/vm': name,
    name,
    'cluster.x-k8s.io/role': 'worker',
    'cluster.x-k8s.io/cluster-name': cluster.metadata.name,
    [MACHINE_LABELS.name]: name,
    [MACHINE_LABELS.namespace]: namespace,
  }
  const { template, ...rest } = wanted?.spec ?? {}
  return {
    metadata: {
      namespace,
      name,
      labels: { ...textsAt(wanted?.metadata, 'labels'), ...labels },
      annotations: textsAt(wanted?.metadata, 'annotations'),
    },
    spec: { ...rest, template: withLabels(isObject(template) ? template : {}, labels) },
  }
}

function withLabels(template: JsonObject, labels: Record<string, string>): JsonObject {
  const metadata = isObject(template['metadata']) ? template['metadata'] : {}
  return { ...template, metadata: { ...metadata, labels: { ...textsAt(metadata, 'labels'), ...labels } } }
}

/** The texts by key that a member holds. */
function textsAt(value: JsonObject | null | undefined, member: string): Record<string, string> {
  const texts = value?.[member]
  const entries = isObject(texts) ? Object.entries(texts) : []
  return Object.fromEntries(entries.flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])))
}

/** How a virtual machine is said to be. */
export function virtualMachineStatus(
  before: VirtualMachine['status'],
  progress: MachineProgress,
  now: number,
): NonNullable<VirtualMachine['status']> {
  const isRunning = progress.step === 'Running'
  const problem = progress.step === 'Creating' ? progress.problem : undefined
  const readiness = isRunning
    ? { type: 'Ready', status: 'True' }
    : { type: 'Ready', status: 'False', reason: problem?.reason ?? 'GuestNotRunning', message: problem?.message ?? '' }
  return {
    ...before,
    created: true,
    ready: isRunning,
    printableStatus: isRunning ? 'Running' : problem ? 'ErrorUnschedulable' : 'Starting',
    conditions: [readiness, ...(isRunning ? [{ type: 'LiveMigratable', status: 'True' }] : [])].map((condition) =>
      timed(condition, before?.conditions, now),
    ),
  }
}

function timed(
  condition: VirtualMachineCondition,
  before: readonly VirtualMachineCondition[] | undefined,
  now: number,
): VirtualMachineCondition {
  const known = before?.find(({ type, status }) => type === condition.type && status === condition.status)
  return { ...condition, lastTransitionTime: known?.lastTransitionTime ?? formatTime(now) }
}
