const PREFIX = 'hypershift.openshift.io/'

/** Annotations of node pools and of what is made for them. */
export const ANNOTATIONS = {
  /** On a pool: hash of the configuration that all its nodes have, leaving the release aside. */
  currentConfig: `${PREFIX}nodePoolCurrentConfig`,
  /** Hash of everything that all nodes have. On a pool, and on the MachineSet of one that is updated in place. */
  currentConfigVersion: `${PREFIX}nodePoolCurrentConfigVersion`,
  /** On the MachineSet of a pool that is updated in place: hash of what its nodes shall have. */
  targetConfigVersion: `${PREFIX}nodePoolTargetConfigVersion`,
  /** On such a MachineSet: how far the update is. */
  upgradeInProgressTrue: `${PREFIX}nodePoolUpgradeInProgressTrue`,
  /** On such a MachineSet: why the update does not go on. */
  upgradeInProgressFalse: `${PREFIX}nodePoolUpgradeInProgressFalse`,
  /** On such a MachineSet: how many nodes may be updated at a time. */
  maxUnavailable: `${PREFIX}nodePoolMaxUnavailable`,
  /** On a pool: the template that all its machines are made from. */
  machineTemplate: `${PREFIX}nodePoolPlatformMachineTemplate`,
  /** On machines: taints of their nodes, as JSON. */
  taints: `${PREFIX}nodePoolTaints`,
  /** On machines: release that they have. */
  releaseVersion: `${PREFIX}release-version`,
  /** On token Secrets: that they are some. */
  ignitionConfig: `${PREFIX}ignition-config`,
  /** On token Secrets: how the pool is updated. */
  upgradeType: `${PREFIX}node-pool-upgrade-type`,
  /** On token Secrets: when the token was made. */
  tokenGenerationTime: `${PREFIX}last-token-generation-time`,
  /** On token Secrets that are outdated: when they go. */
  tokenExpiration: `${PREFIX}ignition-token-expiration-timestamp`,
  /** On token Secrets: that a machine has used the token. */
  ignitionReached: `${PREFIX}ignition-reached`,
  /** On hosted clusters: take any release. */
  skipReleaseImageValidation: `${PREFIX}skip-release-image-validation`,
  /** On pools and hosted clusters: changes to virtual machines, as a JSON patch. */
  kubevirtJsonPatch: `${PREFIX}kubevirt-vm-jsonpatch`,
  /** On pools and hosted clusters: how many unhealthy machines may be replaced. */
  healthCheckMaxUnhealthy: `${PREFIX}machine-health-check-max-unhealthy`,
  /** On pools and hosted clusters: how long a node may be unhealthy. */
  healthCheckTimeout: `${PREFIX}machine-health-check-timeout`,
  /** On pools and hosted clusters: how long a machine may take to become a node. */
  healthCheckStartupTimeout: `${PREFIX}machine-health-check-node-startup-timeout`,
} as const

/** Annotations of Cluster API. */
export const CAPI_ANNOTATIONS = {
  paused: 'cluster.x-k8s.io/paused',
  autoscalerMin: 'cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size',
  autoscalerMax: 'cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size',
} as const

/** Name of the cluster that an object of Cluster API is of. */
export const CLUSTER_NAME_LABEL = 'cluster.x-k8s.io/cluster-name'

/** What labels of machines begin with that their nodes get. */
export const MANAGED_LABEL_PREFIX = 'managed.hypershift.openshift.io.'

/** On ConfigMaps with configuration that every node of a hosted cluster gets. */
export const CORE_IGNITION_LABEL = 'hypershift.openshift.io/core-ignition-config'
