import {
  ClusterRole,
  ClusterRoleBinding,
  HostedCluster,
  Klusterlet,
  Lease,
  ManagedCluster,
  ManagedClusterAddOn,
  ManagedClusterSet,
  ManifestWork,
  Namespace,
  RoleBinding,
  Secret,
} from '@skep/api'
import { byLabel, metadataOf, type ObjectRef, objectKey, type Stored } from '@skep/client'
import type { Manager } from '@skep/controller'
import { ANNOTATIONS, AUTO_IMPORT_SECRET, EXTERNAL_KUBECONFIG, LABELS } from './names.ts'

/** Which objects of a kind are followed; controllers that watch the same share them. */
export const SELECT = {
  /** What the hub keeps for its clusters. */
  ofClusters: { labelSelector: LABELS.clusterName },
  hostedWorks: { labelSelector: LABELS.hostedCluster },
  importSecrets: { labelSelector: LABELS.importSecret },
  mirrors: { labelSelector: LABELS.mirrored },
  autoImportSecrets: { fieldSelector: `metadata.name=${AUTO_IMPORT_SECRET}` },
  externalKubeconfigs: { fieldSelector: `metadata.name=${EXTERNAL_KUBECONFIG}` },
} as const

/** Kinds of which only the metadata matters here. */
export const NamespaceMetadata = metadataOf(Namespace)
export const AddOnMetadata = metadataOf(ManagedClusterAddOn)
export const WorkMetadata = metadataOf(ManifestWork)
export const SecretMetadata = metadataOf(Secret)

const BY_MANAGED_CLUSTER = 'managedCluster'
const BY_HOSTED_CLUSTER = 'hostedCluster'
const BY_CLUSTER_SET = 'clusterSet'

/** The hub as the manager follows it: a moment old, and without asking. */
export type Views = ReturnType<typeof createViews>

/** Copies of everything that decides about managed clusters. */
export function createViews(manager: Manager) {
  const informers = manager.informersOf()
  const hostedClusters = informers.of(HostedCluster, {
    indexes: { [BY_MANAGED_CLUSTER]: (hosted) => [managedClusterName(hosted)] },
  })
  const clusters = informers.of(ManagedCluster, { indexes: { [BY_CLUSTER_SET]: byLabel(LABELS.clusterSet) } })
  const hostedWorks = informers.of(ManifestWork, {
    ...SELECT.hostedWorks,
    indexes: { [BY_MANAGED_CLUSTER]: byLabel(LABELS.hostedCluster) },
  })
  const mirrors = informers.of(Secret, {
    ...SELECT.mirrors,
    indexes: { [BY_HOSTED_CLUSTER]: ({ metadata: { labels } }) => [mirrorKey(labels)] },
  })
  return {
    clusters,
    hostedClusters,
    clusterSets: informers.of(ManagedClusterSet),
    addOns: informers.of(ManagedClusterAddOn),
    klusterlets: informers.of(Klusterlet),
    namespaces: informers.of(NamespaceMetadata),
    works: informers.of(WorkMetadata),
    hostedWorks,
    leases: informers.of(Lease, SELECT.ofClusters),
    clusterRoles: informers.of(ClusterRole, SELECT.ofClusters),
    clusterRoleBindings: informers.of(ClusterRoleBinding, SELECT.ofClusters),
    roleBindings: informers.of(RoleBinding, SELECT.ofClusters),
    importSecrets: informers.of(SecretMetadata, SELECT.importSecrets),
    autoImportSecrets: informers.of(Secret, SELECT.autoImportSecrets),
    externalKubeconfigs: informers.of(Secret, SELECT.externalKubeconfigs),
    mirrors,
    /** All of them, since nothing but their names tells which are of hosted clusters; HyperShift follows them, too. */
    secrets: informers.of(Secret),
    /** The HostedCluster that a ManagedCluster stands for. */
    hostedClusterOf: (cluster: string): Stored<HostedCluster> | undefined =>
      hostedClusters.find(BY_MANAGED_CLUSTER, cluster)[0],
    /** Copies of the secrets of a HostedCluster. */
    mirrorsOf: (hosted: ObjectRef): Stored<Secret>[] => mirrors.find(BY_HOSTED_CLUSTER, objectKey(hosted)),
    clustersOfSet: (set: string): Stored<ManagedCluster>[] => clusters.find(BY_CLUSTER_SET, set),
    /** Works that were brought to hosting clusters for a hosted one. */
    hostedWorksOf: (cluster: string): Stored<ManifestWork>[] => hostedWorks.find(BY_MANAGED_CLUSTER, cluster),
  }
}

/** The ManagedCluster that stands for a HostedCluster, whether it exists or not. */
export const managedClusterName = ({ metadata }: HostedCluster): string =>
  metadata.annotations?.[ANNOTATIONS.managedClusterName] || (metadata.name ?? '')

const mirrorKey = (labels: Readonly<Record<string, string>> = {}): string =>
  objectKey({ namespace: labels[LABELS.mirroredNamespace] ?? '', name: labels[LABELS.mirroredName] ?? '' })
