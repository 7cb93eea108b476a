import { ClusterDeployment, ClusterSync, ClusterSyncLease, SelectorSyncSet, SyncSet } from '@skep/api'
import type { ObjectChange, Stored } from '@skep/client'
import { ownKey, specChanged, watchOf } from '@skep/controller'
import { type Json, jsonEqual } from '@skep/schema'
import { findHiveCondition } from '../conditions.ts'
import type { HiveParts } from '../full/parts.ts'
import { addIdentityProviderController } from './identity-providers.ts'
import { matchSyncSets } from './matching.ts'
import { syncSetReconciler } from './reconciler.ts'

/** How many clusters are worked on at the same time; applying mostly waits for them. */
const WORKERS = 20

/** Adds the controllers that bring objects into clusters: SyncSets of both kinds, and identity providers. */
export function addSyncSetControllers(parts: HiveParts): void {
  const matching = matchSyncSets(parts.manager)
  parts.manager.add({
    name: 'clustersync',
    kind: ClusterDeployment,
    when: matters,
    watches: [
      watchOf(SyncSet, matching.deploymentsOf, { when: specChanged }),
      watchOf(SelectorSyncSet, matching.deploymentsOfSelector, { when: specChanged }),
      // They are written here; only that somebody removed one is news.
      watchOf(ClusterSync, ownKey, { when: isDeleted }),
      watchOf(ClusterSyncLease, ownKey, { when: isDeleted }),
    ],
    workers: WORKERS,
    reconcile: syncSetReconciler(parts, matching),
  })
  addIdentityProviderController(parts)
  parts.manager
    .informersOf()
    .of(ClusterDeployment)
    .onChange(({ type, object }) => {
      if (type === 'deleted') parts.remotes.forget(object.metadata.uid)
    })
}

const isDeleted = ({ type }: ObjectChange): boolean => type === 'deleted'

/** Deployments change all the time; few changes decide what is applied. */
function matters(change: ObjectChange<ClusterDeployment>): boolean {
  if (change.type !== 'updated' || specChanged(change)) return true
  return !jsonEqual(decisive(change.previous), decisive(change.object))
}

const decisive = ({ metadata, status }: Stored<ClusterDeployment>): Json => [
  metadata.labels ?? {},
  metadata.annotations ?? {},
  findHiveCondition(status?.conditions, 'Unreachable')?.status ?? '',
  status?.powerState === 'Hibernating',
  status?.installedTimestamp !== undefined,
]
