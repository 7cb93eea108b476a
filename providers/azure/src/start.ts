import { AzureCluster } from '@skep/api'
import { type ProviderDependencies, type RunningProvider, runCloudProvider } from '@skep/sim/provider'
import { azureMachines } from './machine.ts'

/** Starts the controllers of AzureMachine and AzureCluster on a simulated cloud. */
export const startAzureMachines = (dependencies: ProviderDependencies): Promise<RunningProvider> =>
  runCloudProvider('capi-provider-azure', dependencies, AzureCluster, azureMachines)
