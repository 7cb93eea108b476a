/** What all kinds of cluster.x-k8s.io/v1beta1 have in common. */
export const clusterApiV1Beta1 = {
  group: 'cluster.x-k8s.io',
  version: 'v1beta1',
  categories: ['cluster-api'],
  custom: true,
  scope: 'Namespaced',
  statusSubresource: true,
} as const

/** What the kinds of infrastructure providers have in common; their versions differ. */
export const infrastructureGroup = {
  group: 'infrastructure.cluster.x-k8s.io',
  categories: ['cluster-api'],
  custom: true,
  scope: 'Namespaced',
  statusSubresource: true,
} as const

/** Where a column finds the cluster that an object is of. */
export const CLUSTER_NAME_LABEL = '.metadata.labels.cluster\\.x-k8s\\.io/cluster-name'
