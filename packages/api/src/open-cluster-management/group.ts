// Every API group of Open Cluster Management is of custom kinds with a status.
const custom = { custom: true, statusSubresource: true } as const

/** What the kinds of clusters have in common; their versions differ. */
export const clusterGroup = { ...custom, group: 'cluster.open-cluster-management.io' } as const

/** What the kinds of work have in common. */
export const workV1 = { ...custom, group: 'work.open-cluster-management.io', version: 'v1' } as const

/** What names of namespaces are like. */
export const NAMESPACE_NAME = { pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$', maxLength: 63 } as const
