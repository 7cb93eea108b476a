export { ANNOTATIONS as CLUSTER_API_ANNOTATIONS, LABELS as CLUSTER_API_LABELS } from './names.js'
export { startClusterApi } from './start.js'
//# sourceMappingURL=index.js.map
