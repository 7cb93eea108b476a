import { type PoolDeployment, UNCLAIMED } from './clusters.ts'
import { type PoolStep, statePool } from './scope.ts'
import { findStale } from './version.ts'

/** Counts what is not claimed. */
export const countClusters: PoolStep = (_ctx, { status, clusters }) => {
  status.size = clusters.in(...UNCLAIMED).length
  status.standby = clusters.in('standby').length
  status.ready = clusters.in('ready').length
  return {}
}

/** Says whether all unclaimed clusters are what the pool says. */
export const tellVersions: PoolStep = (ctx, scope) => {
  const { unknown, outdated } = findStale(scope.pool, scope.clusters, scope.version)
  const type = 'AllClustersCurrent'
  if (outdated.length > 0) {
    const message = `Some unassigned ClusterDeployments do not match the pool configuration: ${namesOf(outdated)}`
    statePool(ctx, scope, { type, status: 'False', reason: 'SomeClusterDeploymentsStale', message })
  } else if (unknown.length > 0) {
    const message = `Some unassigned ClusterDeployments are missing their pool spec hash annotation: ${namesOf(unknown)}`
    statePool(ctx, scope, { type, status: 'Unknown', reason: 'SomeClusterDeploymentsUnknown', message })
  } else {
    const message = 'All unassigned ClusterDeployments match the pool configuration'
    statePool(ctx, scope, { type, status: 'True', reason: 'ClusterDeploymentsCurrent', message })
  }
  return {}
}

/** Says what a pool that is deleted waits for. */
export const tellDeletion: PoolStep = (ctx, scope) => {
  const type = 'DeletionPossible'
  if (scope.clusters.size === 0) {
    const message = 'No ClusterDeployments pending cleanup'
    statePool(ctx, scope, { type, status: 'True', reason: 'DeletionPossible', message })
  } else {
    const message = `The following ClusterDeployments are pending cleanup: ${scope.clusters.names().join(', ')}`
    statePool(ctx, scope, { type, status: 'False', reason: 'ClusterDeploymentsPendingCleanup', message })
  }
  return {}
}

const namesOf = (deployments: readonly PoolDeployment[]): string =>
  deployments
    .map(({ metadata }) => metadata.name)
    .sort()
    .join(', ')
