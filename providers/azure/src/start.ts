import { AzureCluster, AzureMachineTemplate } from '@skep/api'
import { type ProviderDependencies, type RunningProvider, runCloudProvider } from '@skep/sim/provider'
import { azureMachines } from './machine.ts'
import { resourcesOf } from './vm-sizes.ts'

/** Starts the controllers of AzureMachine, AzureMachineTemplate and AzureCluster on a simulated cloud. */
export const startAzureMachines = (dependencies: ProviderDependencies): Promise<RunningProvider> =>
  runCloudProvider('capi-provider-azure', dependencies, {
    clusterKind: AzureCluster,
    templateKind: AzureMachineTemplate,
    capacityOf: ({ spec }) => resourcesOf(spec.template.spec.vmSize),
    machinesOf: azureMachines,
  })
