export { type BehavioursOptions, createBehaviours } from './behaviour/behaviours.ts'
export { renderConfig } from './behaviour/config.ts'
export type * from './behaviour/contracts.ts'
export { loadConfigFile } from './behaviour/load-config.ts'
export { type KeptTime, keptTimeIn } from './clock/kept-time.ts'
export type { SimulationClock, Speed } from './clock/simulation-clock.ts'
export { createSimulationClock, type SimulationClockOptions } from './clock/simulation-clock.ts'
export * from './control-api/client.ts'
export {
  type ControlApi,
  type ControlApiDependencies,
  type ControlApiOptions,
  serveControlApi,
} from './control-api/serve.ts'
export { DEFAULT_DELAYS, type Delay, type PodDelays } from './delays.ts'
export type * from './hosted/contracts.ts'
export { createHostedApis, type HostedApisDependencies } from './hosted/hosted-apis.ts'
export type { HostedServer } from './hosted/hosted-server.ts'
export { HOSTED_OPERATORS, operatorStatus } from './hosted/operators.ts'
export {
  BOOTSTRAP_ACCOUNT,
  BOOTSTRAP_BINDINGS,
  BOOTSTRAP_NAMESPACE,
  CONNECTIVITY_CHECK,
  HOSTED_NAMESPACES,
} from './hosted/template-objects.ts'
export { MACHINE_BEHAVIOUR_KINDS } from './machines/behaviour-kinds.ts'
export type * from './machines/contracts.ts'
export { type IgnitionConfig, type IgnitionSource, MACHINE_FILES, parseIgnition } from './machines/ignition.ts'
export { WORKER_LABELS, WORKER_RESOURCES, workerSystem } from './machines/rhcos.ts'
export {
  createSimulatedMachines,
  type SimulatedMachinesDependencies,
  type SimulatedMachinesOptions,
} from './machines/simulated-machines.ts'
export { readyBy, type StateReader } from './metrics/object-states.ts'
export { KUBELET_VERSION, type NodeShape, type NodeSystem, nodeDraft } from './nodes/node-object.ts'
export { ANNOTATIONS as POD_ANNOTATIONS } from './pods/behaviour.ts'
export type * from './recording/contracts.ts'
export { readRecording } from './recording/read-recording.ts'
export { CREATED_STATE } from './recording/recorded-life.ts'
export { renderRecording } from './recording/render-recording.ts'
export type { Replaying } from './recording/replaying.ts'
export { createSimulatedNodes, type SimulatedNodes, type SimulatedNodesOptions } from './simulated-nodes.ts'
export type * from './tenants/contracts.ts'
export { createTenantClusters, type TenantClustersDependencies } from './tenants/tenant-clusters.ts'
