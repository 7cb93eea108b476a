import {
  ClusterDeployment,
  ClusterDeprovision,
  ClusterProvision,
  ClusterSync,
  DnsZone,
  FakeClusterInstall,
  HiveConfig,
  Job,
} from '@skep/api'
import type { ObjectChange, ObjectRef } from '@skep/client'
import {
  controllerKey,
  type KeysOf,
  ownKey,
  type Reconciler,
  type Source,
  specChanged,
  watchOf,
} from '@skep/controller'
import { hiveConfigReconciler } from './config/reconciler.ts'
import { deploymentReconciler } from './deployment/reconciler.ts'
import { watchReferences } from './deployment/references.ts'
import { deprovisionReconciler } from './deprovision/reconciler.ts'
import { dnsZoneReconciler } from './dnszone/reconciler.ts'
import { fakeClusterInstallReconciler } from './fake-cluster-install.ts'
import { HIVE_JOBS } from './jobs.ts'
import type { HiveParts } from './parts.ts'
import { powerReconciler } from './power/reconciler.ts'
import { provisionReconciler } from './provision/reconciler.ts'
import { unreachableReconciler } from './unreachable.ts'
import { versionReconciler } from './version-labels.ts'

/** How many objects each controller works on at the same time, as upstream. */
const WORKERS = 5

/** Adds the controllers that take a cluster from its order to its end. Returns how to stop following behaviours. */
export function addLifeCycleControllers(parts: HiveParts): () => void {
  const { manager } = parts
  manager.add({ name: 'hiveconfig', kind: HiveConfig, reconcile: hiveConfigReconciler(parts) })
  const references = watchReferences(manager, parts.settings)
  const deployments = addDeploymentControllers(parts, references)
  const provisions = manager.add({
    name: 'clusterprovision',
    kind: ClusterProvision,
    watches: [
      watchOf(Job, controllerKey(ClusterProvision), { labelSelector: HIVE_JOBS }),
      watchOf(ClusterDeployment, currentProvision),
    ],
    workers: WORKERS,
    reconcile: provisionReconciler(parts),
  })
  manager.add({
    name: 'clusterdeprovision',
    kind: ClusterDeprovision,
    // An order and the request to remove its cluster have the same name.
    watches: [watchOf(ClusterDeployment, ownKey, { when: ({ object }) => isGoing(object) }), ...references],
    workers: WORKERS,
    reconcile: deprovisionReconciler(parts),
  })
  manager.add({ name: 'dnszone', kind: DnsZone, workers: WORKERS, reconcile: dnsZoneReconciler(parts) })
  manager.add({
    name: 'fakeclusterinstall',
    kind: FakeClusterInstall,
    reconcile: fakeClusterInstallReconciler(parts),
  })
  parts.clusterInstalls.bringTo(deployments.enqueue)
  return followBehaviours(parts, { deployment: deployments.enqueue, provision: provisions.enqueue })
}

function addDeploymentControllers(parts: HiveParts, references: readonly Source[]) {
  const { manager } = parts
  const add = (name: string, reconcile: Reconciler, watches: readonly Source[] = []) =>
    manager.add({ name, kind: ClusterDeployment, when: concernsInstalled, watches, workers: WORKERS, reconcile })
  const deployments = manager.add({
    name: 'clusterdeployment',
    kind: ClusterDeployment,
    owns: [ClusterProvision, ClusterDeprovision, DnsZone],
    watches: [watchOf(ClusterSync, ownKey), ...references],
    workers: WORKERS,
    reconcile: deploymentReconciler(parts),
  })
  add('hibernation', powerReconciler(parts), [watchOf(ClusterSync, ownKey)])
  add('unreachable', unreachableReconciler(parts))
  // What a SyncSet asks of the version operator is there once it is applied.
  add('clusterversion', versionReconciler(parts), [
    watchOf(ClusterSync, ownKey, { when: ({ object }) => (object.status?.syncSets ?? []).length > 0 }),
  ])
  return deployments
}

/** Whether a change matters to who looks after installed clusters: more than what these say themselves in the status. */
const concernsInstalled = (change: ObjectChange<ClusterDeployment>): boolean => {
  const { object } = change
  if (!object.spec.installed && !isGoing(object)) return false
  return change.type !== 'updated' || specChanged(change) || userDataOf(object) !== userDataOf(change.previous)
}

const userDataOf = ({ metadata: { labels, annotations } }: ClusterDeployment): string =>
  JSON.stringify([labels, annotations])

const isGoing = ({ metadata }: { metadata: { deletionTimestamp?: string } }): boolean =>
  metadata.deletionTimestamp !== undefined

const currentProvision: KeysOf<ClusterDeployment> = ({ metadata: { namespace }, status }) =>
  status?.provisionRef?.name ? [{ namespace, name: status.provisionRef.name }] : []

/** Somebody who changes how clusters behave does not want to wait for those that wait already. */
function followBehaviours(
  { behaviours, manager }: HiveParts,
  enqueue: { deployment(key: ObjectRef): void; provision(key: ObjectRef): void },
): () => void {
  const deployments = manager.informersOf().of(ClusterDeployment)
  return behaviours.onChange(({ object }) => {
    for (const deployment of object ? [deployments.get(object)] : deployments.list()) {
      if (!deployment) continue
      enqueue.deployment(deployment.metadata)
      for (const key of currentProvision(deployment)) enqueue.provision(key)
    }
  })
}
