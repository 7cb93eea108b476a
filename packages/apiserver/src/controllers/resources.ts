/** The resources that controllers work with, by group and plural. */
export const PODS = { group: '', resource: 'pods' }
export const NODES = { group: '', resource: 'nodes' }
export const REPLICATION_CONTROLLERS = { group: '', resource: 'replicationcontrollers' }
export const REPLICA_SETS = { group: 'apps', resource: 'replicasets' }
export const DEPLOYMENTS = { group: 'apps', resource: 'deployments' }
export const PERSISTENT_VOLUME_CLAIMS = { group: '', resource: 'persistentvolumeclaims' }
export const PERSISTENT_VOLUMES = { group: '', resource: 'persistentvolumes' }
export const STORAGE_CLASSES = { group: 'storage.k8s.io', resource: 'storageclasses' }
export const LEASES = { group: 'coordination.k8s.io', resource: 'leases' }
export const STATEFUL_SETS = { group: 'apps', resource: 'statefulsets' }
export const DAEMON_SETS = { group: 'apps', resource: 'daemonsets' }
export const CONTROLLER_REVISIONS = { group: 'apps', resource: 'controllerrevisions' }
export const JOBS = { group: 'batch', resource: 'jobs' }
export const CRON_JOBS = { group: 'batch', resource: 'cronjobs' }
