import { ClusterDeployment, SelectorSyncSet, SyncSet } from '@skep/api'
import type { ObjectRef, Stored } from '@skep/client'
import type { KeysOf, Manager } from '@skep/controller'
import { selectedBy, selectorsOf } from './selectors.ts'

/** A SyncSet of either kind. */
export type AnySyncSet = Stored<SyncSet> | Stored<SelectorSyncSet>

/** Who belongs to whom among clusters and SyncSets; looked up, never searched. */
export interface SyncSetMatching {
  /** In the order of their names. */
  syncSetsOf(deployment: Stored<ClusterDeployment>): Stored<SyncSet>[]
  /** In the order of their names. */
  selectorSyncSetsOf(deployment: Stored<ClusterDeployment>): Stored<SelectorSyncSet>[]
  deploymentsOf: KeysOf<SyncSet>
  deploymentsOfSelector: KeysOf<SelectorSyncSet>
}

const DEPLOYMENT_INDEX = 'deployment'

/** The matching that follows the objects of a manager's cluster. */
export function matchSyncSets(manager: Manager): SyncSetMatching {
  const informers = manager.informersOf()
  const syncSets = informers.of(SyncSet, {
    indexes: { [DEPLOYMENT_INDEX]: (set) => deploymentsOf(set).map(textOf) },
  })
  const selectorsFor = selectorsOf(informers.of(SelectorSyncSet))
  const deploymentsFor = selectedBy(informers.of(ClusterDeployment))
  return {
    syncSetsOf: ({ metadata }) => byName(syncSets.find(DEPLOYMENT_INDEX, textOf(metadata))),
    selectorSyncSetsOf: ({ metadata }) => byName(selectorsFor(metadata.labels)),
    deploymentsOf,
    deploymentsOfSelector: ({ spec }) => deploymentsFor(spec.clusterDeploymentSelector).map(({ metadata }) => metadata),
  }
}

const deploymentsOf = ({ metadata: { namespace }, spec }: Stored<SyncSet>): ObjectRef[] =>
  spec.clusterDeploymentRefs.flatMap(({ name }) => (name ? [{ namespace, name }] : []))

const textOf = ({ namespace, name }: ObjectRef): string => `${namespace}/${name}`

const byName = <T extends { metadata: { name: string } }>(sets: T[]): T[] =>
  sets.sort((a, b) => (a.metadata.name < b.metadata.name ? -1 : 1))
