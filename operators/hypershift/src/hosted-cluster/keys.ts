const PREFIX = 'hypershift.openshift.io/'

/** Annotations of hosted clusters, and of what is made for them, that only their controller looks at. */
export const ANNOTATIONS = {
  /** Says once and for all that the cluster has been available. */
  hasBeenAvailable: `${PREFIX}HasBeenAvailable`,
  /** How long the object stays after everything is gone. */
  destroyGracePeriod: `${PREFIX}destroy-grace-period`,
  /** The namespace of the control plane outlives the cluster. */
  keepNamespace: `${PREFIX}skip-delete-hosted-controlplane-namespace`,
  skipReleaseImageValidation: `${PREFIX}skip-release-image-validation`,
  /** Release to which the cluster goes though it says that it should not. */
  forceUpgradeTo: `${PREFIX}force-upgrade-to`,
  podSecurityOverride: `${PREFIX}pod-security-admission-label-override`,
  /** The last restart that was handed on to the control plane. */
  previousRestartDate: `${PREFIX}previous-restart-date`,
  /** Id of the cluster in Azure Resource Manager. */
  azureResourceId: 'azure.microsoft.com/hcp-cluster-azure-resource-id',
  /** What an object was made from, hashed. */
  desiredStateHash: `${PREFIX}desired-state-hash`,
  /** Infrastructure that the provider leaves to somebody else. */
  clusterApiManagedBy: 'cluster.x-k8s.io/managed-by',
} as const

/** What holds the deployments that remove machines until they have done so. */
export const COMPONENT_FINALIZER = 'hypershift.openshift.io/component-finalizer'

/** On Secrets and ConfigMaps that a hosted cluster names. */
export const referencedBy = (hostedCluster: string): string =>
  `referenced-resource.hypershift.openshift.io/${hostedCluster}`

/** Labels that the hosted cluster and its control plane have in common. */
export const MIRRORED_LABEL_PREFIX = 'api.openshift.com/'

/** Names in the namespace of a control plane. */
export const NAMES = {
  pullSecret: 'pull-secret',
  sshKey: 'ssh-key',
  trustBundle: 'user-ca-bundle',
  signingKey: 'sa-signing-key',
  ignitionServer: 'ignition-server',
  ignitionServerProxy: 'ignition-server-proxy',
} as const
