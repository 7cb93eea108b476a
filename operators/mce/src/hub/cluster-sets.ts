import { ManagedCluster, ManagedClusterSet, matchesSelector } from '@skep/api'
import type { Client, ObjectChange, ObjectRef, Stored } from '@skep/client'
import { createIfMissing, type KeysOf, type Reconciler, setCondition, watchOf, withOwnStatus } from '@skep/controller'
import { jsonEqual } from '@skep/schema'
import { LABELS } from '../names.ts'
import type { MceParts } from '../parts.ts'

/** The sets that always exist: one for clusters that name none, and one for all. */
const BUILT_IN: Readonly<Record<string, ManagedClusterSet['spec']>> = {
  default: { clusterSelector: { selectorType: 'ExclusiveClusterSetLabel' } },
  global: { clusterSelector: { selectorType: 'LabelSelector', labelSelector: {} } },
}

/** Makes the sets that always exist. */
export async function installClusterSets(client: Client): Promise<void> {
  for (const name of Object.keys(BUILT_IN)) await createBuiltIn(client, name)
}

async function createBuiltIn(client: Client, name: string): Promise<void> {
  const spec = BUILT_IN[name]
  if (spec) await createIfMissing(client, ManagedClusterSet, { metadata: { name }, spec })
}

/** Adds the controller that says how many clusters each set has. */
export function addClusterSetController(parts: MceParts): void {
  parts.manager.add({
    name: 'managedclusterset',
    kind: ManagedClusterSet,
    watches: [watchOf(ManagedCluster, setsOf(parts), { when: labelsChanged })],
    reconcile: clusterSetReconciler(parts),
  })
}

const labelsChanged = (change: ObjectChange<ManagedCluster>): boolean =>
  change.type !== 'updated' || !jsonEqual(change.object.metadata.labels ?? {}, change.previous.metadata.labels ?? {})

/** The set that a cluster names, and those that select it. */
const setsOf =
  ({ views }: MceParts): KeysOf<ManagedCluster> =>
  ({ metadata }) => {
    const own = metadata.labels?.[LABELS.clusterSet]
    const selecting = views.clusterSets.list().filter((set) => selectorOf(set) && selects(set, metadata.labels))
    const names: ObjectRef[] = selecting.map((set) => ({ name: set.metadata.name }))
    return own ? [...names, { name: own }] : names
  }

const selectorOf = ({ spec }: ManagedClusterSet) =>
  spec.clusterSelector.selectorType === 'LabelSelector' ? (spec.clusterSelector.labelSelector ?? {}) : undefined

const selects = (set: ManagedClusterSet, labels: Record<string, string> | undefined): boolean =>
  matchesSelector(selectorOf(set) ?? {}, labels)

const clusterSetReconciler =
  (parts: MceParts): Reconciler =>
  async (ctx, { name }) => {
    const before = parts.views.clusterSets.get({ name })
    if (!before) await createBuiltIn(parts.client, name)
    if (!before || before.metadata.deletionTimestamp !== undefined) return {}
    const set = withOwnStatus(before)
    const count = countClusters(parts, before)
    const conditions = ((set.status ??= {}).conditions ??= [])
    const statement =
      count === 0
        ? ({ status: 'True', reason: 'NoClusterMatched', message: 'No ManagedCluster selected' } as const)
        : ({ status: 'False', reason: 'ClustersSelected', message: `${count} ManagedClusters selected` } as const)
    setCondition(conditions, { type: 'ClusterSetEmpty', ...statement }, ctx.clock.now())
    await parts.client.patchStatus(ManagedClusterSet, before, set)
    return {}
  }

function countClusters({ views }: MceParts, set: Stored<ManagedClusterSet>): number {
  const selector = selectorOf(set)
  if (selector === undefined) return views.clustersOfSet(set.metadata.name).length
  if (Object.keys(selector).length === 0) return views.clusters.size
  return views.clusters.list().filter(({ metadata }) => selects(set, metadata.labels)).length
}
