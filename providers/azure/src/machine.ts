import { type AzureCluster, AzureMachine } from '@skep/api'
import type { Stored } from '@skep/client'
import {
  cloudLabels,
  cloudMachineStatus,
  type MachinePlan,
  type MachineProgress,
  type MachineProvider,
  type MachineScope,
  machineAddress,
} from '@skep/sim/provider'
import { architectureOf, resourcesOf } from './vm-sizes.ts'

const VM_STATES: Partial<Record<MachineProgress['step'], string>> = {
  Creating: 'Creating',
  Running: 'Succeeded',
  Deleting: 'Deleting',
}

/** The machines of Azure: virtual machines named after their AzureMachine, in the resource group of their cluster. */
export const azureMachines = (
  clusterOf: (scope: MachineScope) => AzureCluster | undefined,
): MachineProvider<AzureMachine> => ({
  kind: AzureMachine,
  finalizer: 'azuremachine.infrastructure.cluster.x-k8s.io',
  plan: (machine, scope) => {
    const azureCluster = clusterOf(scope)
    return azureCluster && planOf(machine, azureCluster)
  },
  report: (machine, progress, now) => {
    machine.status = statusOf(machine, progress, now)
  },
})

function planOf({ metadata: { name, uid }, spec }: Stored<AzureMachine>, { spec: cloud }: AzureCluster): MachinePlan {
  const group = `/subscriptions/${cloud.subscriptionID ?? ''}/resourceGroups/${cloud.resourceGroup ?? ''}`
  const zone = spec.failureDomain === undefined ? undefined : `${cloud.location}-${spec.failureDomain}`
  return {
    nodeName: name,
    providerId: `azure://${group}/providers/Microsoft.Compute/virtualMachines/${name}`,
    addresses: [
      { type: 'InternalDNS', address: name },
      { type: 'InternalIP', address: machineAddress(uid) },
    ],
    resources: resourcesOf(spec.vmSize),
    architecture: architectureOf(spec.vmSize),
    labels: cloudLabels({ type: spec.vmSize, region: cloud.location, zone }),
  }
}

function statusOf({ status = {} }: AzureMachine, progress: MachineProgress, now: number): AzureMachine['status'] {
  const words = { condition: 'VMRunning', creating: 'VMCreating' }
  const next = cloudMachineStatus(status, progress, words, now)
  const vmState = next.failureReason === undefined ? VM_STATES[progress.step] : 'Failed'
  return { ...next, ...(vmState === undefined ? {} : { vmState }) }
}
