import { AzureCluster } from '@skep/api'
import {
  addClusterController,
  addMachineController,
  type ProviderDependencies,
  type RunningProvider,
  readyClusterStatus,
  runProvider,
} from '@skep/sim/provider'
import { azureMachines } from './machine.ts'

/** Starts the controllers of AzureMachine and AzureCluster on a simulated cloud. */
export const startAzureMachines = (dependencies: ProviderDependencies): Promise<RunningProvider> =>
  runProvider('capi-provider-azure', dependencies, (parts) => {
    addClusterController(parts, AzureCluster, (cluster, now) => {
      cluster.status = readyClusterStatus(cluster.status, now)
    })
    return [addMachineController(parts, azureMachines(parts.manager.informersOf()))]
  })
