import { KubevirtCluster, VirtualMachine } from '@skep/api'
import { labelledKey, setCondition, watchOf } from '@skep/controller'
import {
  addMachineController,
  addReportController,
  type ProviderDependencies,
  type RunningProvider,
  runProvider,
} from '@skep/sim/provider'
import { kubevirtMachines } from './machine.ts'
import { MACHINE_LABELS } from './virtual-machine.ts'

/** Starts the controllers of KubevirtMachine and KubevirtCluster, and runs their VirtualMachines as simulated machines. */
export const startKubevirtMachines = (dependencies: ProviderDependencies): Promise<RunningProvider> =>
  runProvider('capi-provider-kubevirt', dependencies, (parts) => {
    addReportController(parts, KubevirtCluster, (cluster, now) => {
      const conditions = cluster.status?.conditions ?? []
      setCondition(conditions, { type: 'Ready', status: 'True', reason: 'AsExpected' }, now)
      cluster.status = { ...cluster.status, ready: true, initialization: { provisioned: true }, conditions }
    })
    const virtualMachines = watchOf(VirtualMachine, labelledKey(MACHINE_LABELS))
    return [addMachineController(parts, kubevirtMachines(parts), [virtualMachines])]
  })
