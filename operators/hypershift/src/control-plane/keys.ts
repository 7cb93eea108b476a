const PREFIX = 'hypershift.openshift.io/'

/** Annotations of hosted control planes that change what is made for them, and those of what is made. */
export const ANNOTATIONS = {
  /** Remove what the tenant has in the cloud before the control plane goes. */
  cleanupCloudResources: `${PREFIX}cleanup-cloud-resources`,
  /** Components that are scaled to nothing, so that somebody can run them elsewhere. */
  debugDeployments: `${PREFIX}debug-deployments`,
  /** No node pool scales by itself, so that nobody has to look after it. */
  disableClusterAutoscaler: `${PREFIX}disable-cluster-autoscaler`,
  disableIgnitionServer: `${PREFIX}disable-ignition-server`,
  disableMachineManagement: `${PREFIX}disable-machine-management`,
  disablePkiReconciliation: `${PREFIX}disable-pki-reconciliation`,
  /** Name for whoever registers names of load balancers. */
  externalDnsHostname: 'external-dns.alpha.kubernetes.io/hostname',
  /** Cloud that the management cluster itself runs on. */
  managementPlatform: `${PREFIX}management-platform`,
  /** Image of the release that a workload is of. */
  releaseImage: `${PREFIX}release-image`,
  /** Another value restarts all pods, one after the other. */
  restartDate: `${PREFIX}restart-date`,
  /** Where pods that serve requests run. */
  topology: `${PREFIX}topology`,
  /** What a generated object was generated from, hashed: with something else, it is made again. */
  inputs: `${PREFIX}inputs-hash`,
  /** When a generated certificate is to be followed by another one. */
  renewAt: `${PREFIX}renew-at`,
} as const

/** What annotations begin with that give a container other requests: `{deployment}.{container}` follows. */
export const REQUEST_OVERRIDE_PREFIX = 'resource-request-override.hypershift.openshift.io/'

/** Labels of what is made for hosted control planes. */
export const LABELS = {
  component: `${PREFIX}control-plane-component`,
  /** Namespace of the control plane, on pods; on routes: that they are served by the router of the control plane. */
  hostedControlPlane: `${PREFIX}hosted-control-plane`,
  managedBy: `${PREFIX}managed-by`,
  needsManagementApi: `${PREFIX}need-management-kas-access`,
  requestServing: `${PREFIX}request-serving-component`,
  coreIgnitionConfig: `${PREFIX}core-ignition-config`,
  internalRoute: `${PREFIX}internal-route`,
  capiClusterName: 'cluster.x-k8s.io/cluster-name',
} as const

/** Who looks after the workloads of a control plane. */
export const MANAGER = 'control-plane-operator'

/** What people are told when there is nothing to tell. */
export const ALL_IS_WELL = 'All is well'
