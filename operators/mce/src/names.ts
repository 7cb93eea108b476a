import { CLUSTER_SET_LABEL } from '@skep/api'

/** Labels that say which cluster something is about, or what a cluster is like. */
export const LABELS = {
  /** On what the hub keeps for a cluster: its name. */
  clusterName: 'open-cluster-management.io/cluster-name',
  /** The same, as older tools look for it on namespaces. */
  managedCluster: 'cluster.open-cluster-management.io/managedCluster',
  clusterSet: CLUSTER_SET_LABEL,
  /** On works in the namespace of a hosting cluster: the cluster whose agent they bring. */
  hostedCluster: 'import.open-cluster-management.io/hosted-cluster',
  importSecret: 'managedcluster-import-controller.open-cluster-management.io/import-secret',
  localCluster: 'local-cluster',
  /** On copies of secrets of hosted clusters. */
  mirrored: 'synced-from-spoke',
  mirroredName: 'hypershiftdeployments.cluster.open-cluster-management.io/cluster-name',
  mirroredNamespace: 'hypershiftdeployments.cluster.open-cluster-management.io/hosting-namespace',
} as const

/** What the label of an add-on on its cluster begins with. */
export const ADD_ON_LABEL_PREFIX = 'feature.open-cluster-management.io/addon-'

/** Annotations by which people say how a cluster is imported, kept and let go. */
export const ANNOTATIONS = {
  deployMode: 'import.open-cluster-management.io/klusterlet-deploy-mode',
  hostingCluster: 'import.open-cluster-management.io/hosting-cluster-name',
  createdVia: 'open-cluster-management/created-via',
  /** On a HostedCluster: the ManagedCluster that stands for it. */
  managedClusterName: 'cluster.open-cluster-management.io/managedcluster-name',
  cleanupPriority: 'open-cluster-management.io/cleanup-priority',
  retainNamespace: 'open-cluster-management.io/retain-namespace',
  enableHostedAddOns: 'addon.open-cluster-management.io/enable-hosted-mode-addons',
  /** On an add-on whose agent runs elsewhere than in the cluster: where. */
  addOnHostingCluster: 'addon.open-cluster-management.io/hosting-cluster-name',
  /** On a Klusterlet that goes: since when its cluster has not answered. */
  evictionStart: 'operator.open-cluster-management.io/managed-resources-eviction-timestamp',
} as const

/** What holds objects until everything that belongs to them is gone. */
export const FINALIZERS = {
  /** Held by registration until permissions are gone. */
  permissions: 'cluster.open-cluster-management.io/api-resource-cleanup',
  /** Held by registration until add-ons and works are gone. */
  resources: 'cluster.open-cluster-management.io/resource-cleanup',
  import: 'managedcluster-import-controller.open-cluster-management.io/cleanup',
  importWorks: 'managedcluster-import-controller.open-cluster-management.io/manifestwork-cleanup',
  work: 'cluster.open-cluster-management.io/manifest-work-cleanup',
  klusterlet: 'operator.open-cluster-management.io/klusterlet-cleanup',
  klusterletHosted: 'operator.open-cluster-management.io/klusterlet-hosted-cleanup',
} as const

/** The lease by which the agent of a cluster says that it is there. */
export const CLUSTER_LEASE = 'managed-cluster-lease'

/** The secret with which the agent of a hosted cluster reaches it. */
export const EXTERNAL_KUBECONFIG = 'external-managed-kubeconfig'

/** The secret by which people hand over the kubeconfig of a cluster that shall be imported. */
export const AUTO_IMPORT_SECRET = 'auto-import-secret'

/** The Klusterlet of a hosted cluster, and the namespace of its agent on the hosting cluster. */
export const klusterletName = (cluster: string): string => `klusterlet-${cluster}`

/** The cluster that a Klusterlet, or a namespace of one, is for; undefined when it is none of a hosted cluster. */
export const clusterOfKlusterlet = (name: string): string | undefined =>
  name.startsWith('klusterlet-') ? name.slice('klusterlet-'.length) : undefined

/** The work that brings the agent of a hosted cluster to its hosting cluster. */
export const klusterletWorkName = (cluster: string): string => `${cluster}-hosted-klusterlet`

/** The work that brings the kubeconfig of a hosted cluster there. */
export const kubeconfigWorkName = (cluster: string): string => `${cluster}-hosted-kubeconfig`

/** The secret with everything that has to be applied to import a cluster. */
export const importSecretName = (cluster: string): string => `${cluster}-import`

/** Where the control plane of a HostedCluster is; also the id of its API. */
export const controlPlaneNamespace = ({ namespace = '', name }: { namespace?: string; name: string }): string =>
  `${namespace}-${name.replaceAll('.', '-')}`
