import { AwsCluster } from '@skep/api'
import {
  addClusterController,
  addMachineController,
  type ProviderDependencies,
  type RunningProvider,
  readyClusterStatus,
  runProvider,
} from '@skep/sim/provider'
import { awsMachines } from './machine.ts'

/** Starts the controllers of AWSMachine and AWSCluster on a simulated cloud. */
export const startAwsMachines = (dependencies: ProviderDependencies): Promise<RunningProvider> =>
  runProvider('capi-provider-aws', dependencies, (parts) => {
    addClusterController(parts, AwsCluster, (cluster, now) => {
      cluster.status = readyClusterStatus(cluster.status, now)
    })
    return [addMachineController(parts, awsMachines(parts.manager.informersOf()))]
  })
