export { ANNOTATIONS as CLUSTER_API_ANNOTATIONS, LABELS as CLUSTER_API_LABELS } from './names.ts'
export type { ClusterApiDependencies } from './parts.ts'
export { type RunningClusterApi, startClusterApi } from './start.ts'
//# sourceMappingURL=index.d.ts.map
