import {
  ClusterRole,
  ClusterRoleBinding,
  HostedCluster,
  Klusterlet,
  Lease,
  ManagedCluster,
  ManagedClusterAddOn,
  ManifestWork,
  RoleBinding,
  Secret,
} from '@skep/api'
import type { ObjectChange, ObjectRef } from '@skep/client'
import { type KeysOf, type Source, watchOf } from '@skep/controller'
import { addAutoImportController } from './hosting/auto-import.ts'
import { addHostingClaimsController } from './hosting/claims.ts'
import { addHostedClusterController } from './hosting/reconciler.ts'
import { addClusterNamespaceController } from './hub/cluster-namespaces.ts'
import { addClusterSetController } from './hub/cluster-sets.ts'
import { managedClusterReconciler } from './hub/reconciler.ts'
import { klusterletReconciler } from './klusterlet/reconciler.ts'
import { clusterOfKlusterlet, LABELS } from './names.ts'
import type { MceParts } from './parts.ts'
import { managedClusterName, NamespaceMetadata, SELECT, SecretMetadata, WorkMetadata } from './views.ts'

/** How many clusters are worked on at the same time. */
const WORKERS = 8

/** Adds all controllers. Returns how to bring a managed cluster to work by hand. */
export function addMceControllers(parts: MceParts): (cluster: string) => void {
  const clusters = parts.manager.add({
    name: 'managedcluster',
    kind: ManagedCluster,
    watches: sourcesOfClusters(parts),
    workers: WORKERS,
    reconcile: managedClusterReconciler(parts),
  })
  addClusterSetController(parts)
  addClusterNamespaceController(parts)
  parts.manager.add({
    name: 'klusterlet',
    kind: Klusterlet,
    // The secret is in the namespace that has the name of the Klusterlet.
    watches: [watchOf(Secret, byNamespace, SELECT.externalKubeconfigs)],
    workers: WORKERS,
    reconcile: klusterletReconciler(parts),
  })
  addHostedClusterController(parts)
  addHostingClaimsController(parts)
  if (parts.options.autoImport) addAutoImportController(parts)
  return (name) => clusters.enqueue({ name })
}

/** Everything by which a managed cluster may have to be looked at again. */
function sourcesOfClusters(parts: MceParts): Source[] {
  const ofClusters = { ...SELECT.ofClusters, when: cameOrWent }
  return [
    watchOf(NamespaceMetadata, byClusterName),
    watchOf(NamespaceMetadata, byAgentNamespace, { when: ({ type }) => type === 'deleted' }),
    watchOf(ClusterRole, byClusterName, SELECT.ofClusters),
    watchOf(ClusterRoleBinding, byClusterName, ofClusters),
    watchOf(RoleBinding, byClusterName, ofClusters),
    watchOf(Lease, byClusterName, ofClusters),
    watchOf(ManagedClusterAddOn, byNamespace),
    watchOf(ManifestWork, byLabelOfHosted, SELECT.hostedWorks),
    watchOf(WorkMetadata, goingCluster(parts)),
    watchOf(SecretMetadata, byNamespace, { ...SELECT.importSecrets, when: cameOrWent }),
    watchOf(Secret, byNamespace, SELECT.autoImportSecrets),
    watchOf(HostedCluster, (hosted) => [{ name: managedClusterName(hosted) }], { when: endpointChanged }),
  ]
}

const cameOrWent = ({ type }: ObjectChange): boolean => type !== 'updated'

const endpointChanged = (change: ObjectChange<HostedCluster>): boolean =>
  change.type !== 'updated' ||
  managedClusterName(change.object) !== managedClusterName(change.previous) ||
  change.object.status?.controlPlaneEndpoint?.host !== change.previous.status?.controlPlaneEndpoint?.host

const named = (name: string | undefined): ObjectRef[] => (name ? [{ name }] : [])

const byClusterName: KeysOf = ({ metadata }) => named(metadata.labels?.[LABELS.clusterName])

/** A namespace that went before its cluster was imported anew has to be made again. */
const byAgentNamespace: KeysOf = ({ metadata }) => named(clusterOfKlusterlet(metadata.name))

const byLabelOfHosted: KeysOf = ({ metadata }) => named(metadata.labels?.[LABELS.hostedCluster])

const byNamespace: KeysOf = ({ metadata }) => named(metadata.namespace)

/** Works of a cluster matter only while it waits for them to go. */
const goingCluster =
  ({ views }: MceParts): KeysOf =>
  ({ metadata: { namespace = '' } }) =>
    views.clusters.get({ name: namespace })?.metadata.deletionTimestamp === undefined ? [] : [{ name: namespace }]
