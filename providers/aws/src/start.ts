import { AwsCluster, AwsMachineTemplate } from '@skep/api'
import { type ProviderDependencies, type RunningProvider, runCloudProvider } from '@skep/sim/provider'
import { resourcesOf } from './instance-types.ts'
import { awsMachines } from './machine.ts'

/** Starts the controllers of AWSMachine, AWSMachineTemplate and AWSCluster on a simulated cloud. */
export const startAwsMachines = (dependencies: ProviderDependencies): Promise<RunningProvider> =>
  runCloudProvider('capi-provider-aws', dependencies, {
    clusterKind: AwsCluster,
    templateKind: AwsMachineTemplate,
    capacityOf: ({ spec }) => resourcesOf(spec.template.spec.instanceType),
    machinesOf: awsMachines,
  })
