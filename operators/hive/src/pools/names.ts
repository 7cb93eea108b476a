/** Labels of what pools make. */
export const POOL_LABELS = {
  /** On namespaces: name of the pool they were made for. */
  namespaceOf: 'hive.openshift.io/cluster-pool-name',
  poolNamespace: 'hive.openshift.io/clusterpool-namespace',
  poolName: 'hive.openshift.io/clusterpool-name',
} as const

/** What must be cleaned up before pools and claims may go. */
export const POOL_FINALIZERS = {
  pool: 'hive.openshift.io/clusters',
  claim: 'hive.openshift.io/claim',
} as const

/** Role and RoleBinding of whom a claim names, in the namespace of the cluster. */
export const CLAIM_OWNER = 'hive-claim-owner'

/** Names a pool in indexes. */
export const poolKey = (namespace: string | undefined, name: string): string => `${namespace}/${name}`
