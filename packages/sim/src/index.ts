export { DEFAULT_DELAYS, type Delay, type PodDelays } from './delays.ts'
export { KUBELET_VERSION, type NodeShape } from './nodes/node-object.ts'
export { ANNOTATIONS as POD_ANNOTATIONS } from './pods/behaviour.ts'
export { createSimulatedNodes, type SimulatedNodes, type SimulatedNodesOptions } from './simulated-nodes.ts'
