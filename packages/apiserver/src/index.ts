export type { ClusterSettings } from './clusters/cluster-settings.ts'
export type { Clusters } from './clusters/clusters.ts'
export type { LogicalCluster } from './clusters/logical-cluster.ts'
export type {
  AdmissionOperation,
  AdmissionPlugin,
  AdmissionRequest,
  ClusterView,
  DeleteOptions,
  GroupResource,
  GroupVersionKind,
  ObjectApi,
  ObjectTraits,
  ServedResource,
  UserInfo,
  WriteOptions,
} from './contracts.ts'
export type { InFlightLimits } from './http/in-flight.ts'
export type { InProcessRequest, InProcessResponse } from './http/in-process.ts'
export { type ApiServer, type ApiServerOptions, startApiServer } from './server.ts'
