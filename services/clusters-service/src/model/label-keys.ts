/** The labels of a ClusterDeployment by which the service and Hive find it and know it. */
const OWN_KEYS: ReadonlySet<string> = new Set([
  'api.openshift.com/id',
  'api.openshift.com/name',
  'api.openshift.com/environment',
  'api.openshift.com/legal-entity-id',
  'api.openshift.com/managed',
  'api.openshift.com/channel-group',
  'api.openshift.com/product',
  'cloud-provider',
])

/** Whether users must leave a label alone: with another id, a cluster would pass for that of somebody else. */
export const isOwnLabel = (key: string): boolean => OWN_KEYS.has(key) || key.startsWith('hive.openshift.io/')
