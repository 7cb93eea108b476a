import { AwsCluster } from '@skep/api'
import { type ProviderDependencies, type RunningProvider, runCloudProvider } from '@skep/sim/provider'
import { awsMachines } from './machine.ts'

/** Starts the controllers of AWSMachine and AWSCluster on a simulated cloud. */
export const startAwsMachines = (dependencies: ProviderDependencies): Promise<RunningProvider> =>
  runCloudProvider('capi-provider-aws', dependencies, AwsCluster, awsMachines)
