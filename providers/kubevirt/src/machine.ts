import { KubevirtMachine, VirtualMachine } from '@skep/api'
import type { Client, Draft, Stored } from '@skep/client'
import { createIfMissing, setCondition } from '@skep/controller'
import type { Condition } from '@skep/schema'
import {
  failureOf,
  type MachinePlan,
  type MachineProgress,
  type MachineProvider,
  machineAddress,
  type ProviderParts,
} from '@skep/sim/provider'
import { resourcesOf } from './resources.ts'
import { virtualMachineOf, virtualMachineStatus } from './virtual-machine.ts'

/** The machines of KubeVirt: each has a VirtualMachine of its name, in its namespace. */
export function kubevirtMachines({ client, clock, manager }: ProviderParts): MachineProvider<KubevirtMachine> {
  const virtualMachines = manager.informersOf().of(VirtualMachine)
  return {
    kind: KubevirtMachine,
    finalizer: 'kubevirtmachine.infrastructure.cluster.x-k8s.io',
    plan: planOf,
    report: (machine, progress, now) => {
      machine.status = statusOf(machine, progress, now)
    },
    attend: async (machine, progress, scope) => {
      const found = virtualMachines.get(machine.metadata)
      const before = found ?? (await createVirtualMachine(client, virtualMachineOf(machine, scope)))
      const after = { ...before, status: virtualMachineStatus(before.status, progress, clock.now()) }
      await client.patchStatus(VirtualMachine, before, after)
    },
    dismantle: async ({ metadata }) => {
      if (!(await client.delete(VirtualMachine, metadata))) return true
      // Whoever holds it, with a finalizer, lets go of it later; that brings the machine here again.
      return (await client.get(VirtualMachine, metadata)) === undefined
    },
  }
}

/** Makes it, or finds the one that was made a moment ago. */
async function createVirtualMachine(client: Client, draft: Draft<VirtualMachine>): Promise<Stored<VirtualMachine>> {
  const { namespace, name = '' } = draft.metadata
  const found =
    (await createIfMissing(client, VirtualMachine, draft)) ?? (await client.get(VirtualMachine, { namespace, name }))
  if (!found) throw new Error(`VirtualMachine ${namespace}/${name} is going just now`)
  return found
}

function planOf({ metadata: { name, uid }, spec }: Stored<KubevirtMachine>): MachinePlan {
  const address = machineAddress(uid)
  return {
    nodeName: name,
    providerId: `kubevirt://${name}`,
    addresses: [
      { type: 'Hostname', address: name },
      { type: 'InternalIP', address },
      { type: 'ExternalIP', address },
      { type: 'InternalDNS', address: name },
    ],
    resources: resourcesOf(spec?.virtualMachineTemplate?.spec),
  }
}

function statusOf({ status }: KubevirtMachine, progress: MachineProgress, now: number): KubevirtMachine['status'] {
  const { failureReason: _reason, failureMessage: _message, ...before } = status ?? { ready: false }
  const isRunning = progress.step === 'Running'
  const conditions = structuredClone(before.conditions ?? [])
  for (const statement of statementsOf(progress)) setCondition(conditions, statement, now)
  return {
    ...before,
    ...failureOf(progress),
    ready: isRunning,
    ...(progress.step === 'Running'
      ? { initialization: { provisioned: true }, addresses: [...progress.plan.addresses] }
      : {}),
    conditions,
  }
}

type Statement = Pick<Condition, 'type' | 'status' | 'reason' | 'message'>

function statementsOf(progress: MachineProgress): Statement[] {
  if (progress.step === 'Running') {
    return [
      isTrue('VMProvisioned', 'VMProvisioned'),
      isTrue('BootstrapExecSucceeded', 'BootstrapCheckingNotSupported'),
      isTrue('VMLiveMigratable', 'VMLiveMigratable'),
      isTrue('Ready', 'AsExpected'),
    ]
  }
  const { reason, message } = problemOf(progress)
  return ['VMProvisioned', 'Ready'].map((type) => ({ type, status: 'False', reason, message }))
}

const isTrue = (type: string, reason: string): Statement => ({ type, status: 'True', reason, message: '' })

function problemOf(progress: Exclude<MachineProgress, { step: 'Running' }>): { reason: string; message: string } {
  if (progress.step !== 'Creating') return { reason: progress.step, message: '' }
  return progress.problem ?? { reason: 'VMNotReady', message: 'VM is not ready: Starting' }
}
