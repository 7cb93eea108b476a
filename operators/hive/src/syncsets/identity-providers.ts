import { ClusterDeployment, SelectorSyncIdentityProvider, SyncIdentityProvider, SyncSet } from '@skep/api'
import type { ObjectChange, ObjectRef, Stored } from '@skep/client'
import { controllerReference, type KeysOf, type Reconciler, watchOf } from '@skep/controller'
import { asJson, type Json, jsonEqual } from '@skep/schema'
import type { HiveParts } from '../full/parts.ts'
import { LABELS } from '../labels.ts'
import { joinName } from '../naming.ts'
import { isPausedOrRelocating } from './reachable.ts'
import { selectedBy, selectorsOf } from './selectors.ts'

const SYNC_SET_TYPE = 'hive.openshift.io/syncset-type'
const DEPLOYMENT_INDEX = 'deployment'

type Provider = SyncIdentityProvider['spec']['identityProviders'][number]

/** Adds the controller that turns identity providers into one SyncSet for each cluster that has any. */
export function addIdentityProviderController(parts: HiveParts): void {
  const informers = parts.manager.informersOf()
  const deploymentsFor = selectedBy(informers.of(ClusterDeployment))
  const own = informers.of(SyncIdentityProvider, {
    indexes: { [DEPLOYMENT_INDEX]: (provider) => deploymentsOf(provider).map(textOf) },
  })
  const selectorsFor = selectorsOf(informers.of(SelectorSyncIdentityProvider))
  const providersOf = ({ metadata }: Stored<ClusterDeployment>): Provider[] => [
    ...sorted(selectorsFor(metadata.labels)),
    ...sorted(own.find(DEPLOYMENT_INDEX, textOf(metadata))),
  ]
  const selected: KeysOf<SelectorSyncIdentityProvider> = ({ spec }) =>
    deploymentsFor(spec.clusterDeploymentSelector).map(({ metadata }) => metadata)
  parts.manager.add({
    name: 'syncidentityprovider',
    kind: ClusterDeployment,
    when: matters,
    watches: [watchOf(SyncIdentityProvider, deploymentsOf), watchOf(SelectorSyncIdentityProvider, selected)],
    reconcile: identityProviderReconciler(parts, providersOf),
  })
}

/** Deployments change all the time; what selects them, or lets them rest, hardly ever does. */
const matters = (change: ObjectChange<ClusterDeployment>): boolean =>
  change.type !== 'updated' || !jsonEqual(decisive(change.previous), decisive(change.object))

const decisive = ({ metadata: { labels = {}, annotations = {} } }: Stored<ClusterDeployment>): Json => [
  labels,
  annotations,
]

const identityProviderReconciler =
  ({ client, cache }: HiveParts, providersOf: (deployment: Stored<ClusterDeployment>) => Provider[]): Reconciler =>
  async (_ctx, key) => {
    const deployment = cache.peek(ClusterDeployment, key)
    if (!deployment || deployment.metadata.deletionTimestamp !== undefined) return {}
    if (isPausedOrRelocating(deployment)) return {}
    const providers = providersOf(deployment)
    const ref = { namespace: key.namespace, name: joinName(key.name, 'idp') }
    const spec = syncSetSpec(key.name, providers)
    const former = cache.peek(SyncSet, ref)
    if (former) {
      if (jsonEqual(asJson(former.spec), asJson(spec))) return {}
      await client.patch(SyncSet, ref, { type: 'merge', body: { spec } })
    } else if (providers.length > 0) {
      const labels = { [LABELS.clusterDeploymentName]: key.name, [SYNC_SET_TYPE]: 'identityprovider' }
      const ownerReferences = [controllerReference(ClusterDeployment, deployment)]
      await client.create(SyncSet, { metadata: { ...ref, labels, ownerReferences }, spec })
    }
    return {}
  }

/** The list in the cluster becomes this one, so that providers which left here leave there as well. */
const syncSetSpec = (deployment: string, identityProviders: readonly Provider[]): SyncSet['spec'] => ({
  clusterDeploymentRefs: [{ name: deployment }],
  patches: [
    {
      apiVersion: 'config.openshift.io/v1',
      kind: 'OAuth',
      name: 'cluster',
      patch: JSON.stringify({ spec: { identityProviders } }),
      patchType: 'merge',
    },
  ],
})

const deploymentsOf = ({ metadata: { namespace }, spec }: Stored<SyncIdentityProvider>): ObjectRef[] =>
  spec.clusterDeploymentRefs.flatMap(({ name }) => (name ? [{ namespace, name }] : []))

const textOf = ({ namespace, name }: ObjectRef): string => `${namespace}/${name}`

const sorted = (objects: readonly { spec: { identityProviders: Provider[] } }[]): Provider[] =>
  objects.flatMap(({ spec }) => spec.identityProviders).sort((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1))
