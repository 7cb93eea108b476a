/** The resources that controllers work with, by group and plural. */
export const PODS = { group: '', resource: 'pods' }
export const NODES = { group: '', resource: 'nodes' }
export const REPLICATION_CONTROLLERS = { group: '', resource: 'replicationcontrollers' }
export const REPLICA_SETS = { group: 'apps', resource: 'replicasets' }
export const DEPLOYMENTS = { group: 'apps', resource: 'deployments' }
