export {
  createSimulatedHosts,
  type SimulatedHostsDependencies,
  type SimulatedHostsOptions,
} from './hosts/simulated-hosts.ts'
export { startMetalMachines } from './start.ts'
