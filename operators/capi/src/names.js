/** Labels by which objects of Cluster API are found. */
export const LABELS = {
  cluster: 'cluster.x-k8s.io/cluster-name',
  controlPlane: 'cluster.x-k8s.io/control-plane',
  deployment: 'cluster.x-k8s.io/deployment-name',
  set: 'cluster.x-k8s.io/set-name',
  /** Tells the sets of one deployment apart. */
  templateHash: 'machine-template-hash',
  interruptible: 'cluster.x-k8s.io/interruptible',
  /** On a pod: `skip` leaves it where it is, `wait-completed` waits until it is done. */
  drain: 'cluster.x-k8s.io/drain',
}
/** Annotations that say what to do, and what was done. */
export const ANNOTATIONS = {
  paused: 'cluster.x-k8s.io/paused',
  disableMachineCreate: 'cluster.x-k8s.io/disable-machine-create',
  deleteMachine: 'cluster.x-k8s.io/delete-machine',
  clonedFromName: 'cluster.x-k8s.io/cloned-from-name',
  clonedFromGroupKind: 'cluster.x-k8s.io/cloned-from-groupkind',
  skipRemediation: 'cluster.x-k8s.io/skip-remediation',
  remediateMachine: 'cluster.x-k8s.io/remediate-machine',
  excludeDraining: 'machine.cluster.x-k8s.io/exclude-node-draining',
  excludeVolumeDetach: 'machine.cluster.x-k8s.io/exclude-wait-for-node-volume-detach',
  skipPreflight: 'machineset.cluster.x-k8s.io/skip-preflight-checks',
  revision: 'machinedeployment.clusters.x-k8s.io/revision',
  revisionHistory: 'machinedeployment.clusters.x-k8s.io/revision-history',
  desiredReplicas: 'machinedeployment.clusters.x-k8s.io/desired-replicas',
  maxReplicas: 'machinedeployment.clusters.x-k8s.io/max-replicas',
  autoscalerMin: 'cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size',
  autoscalerMax: 'cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size',
  conversionData: 'cluster.x-k8s.io/conversion-data',
  lastApplied: 'kubectl.kubernetes.io/last-applied-configuration',
}
/** Annotations of a node that say which machine it is. */
export const NODE_ANNOTATIONS = {
  cluster: 'cluster.x-k8s.io/cluster-name',
  clusterNamespace: 'cluster.x-k8s.io/cluster-namespace',
  machine: 'cluster.x-k8s.io/machine',
  ownerKind: 'cluster.x-k8s.io/owner-kind',
  ownerName: 'cluster.x-k8s.io/owner-name',
  labelsFromMachine: 'cluster.x-k8s.io/labels-from-machine',
  annotationsFromMachine: 'cluster.x-k8s.io/annotations-from-machine',
}
/** Beginnings of annotations by which others hold a deletion up. */
export const HOOKS = {
  preDrain: 'pre-drain.delete.hook.machine.cluster.x-k8s.io',
  preTerminate: 'pre-terminate.delete.hook.machine.cluster.x-k8s.io',
}
/** What each kind carries while there is something to clean up. */
export const FINALIZERS = {
  cluster: 'cluster.cluster.x-k8s.io',
  deployment: 'cluster.x-k8s.io/machinedeployment',
  set: 'cluster.x-k8s.io/machineset',
  machine: 'machine.cluster.x-k8s.io',
}
/** In whose name labels and annotations are handed down, so that those no longer wanted are known again. */
export const FIELD_MANAGERS = { deployment: 'capi-machinedeployment', set: 'capi-machineset' }
/** The Secret with the kubeconfig of a cluster, under key `value`. */
export const kubeconfigSecretName = (clusterName) => `${clusterName}-kubeconfig`
//# sourceMappingURL=names.js.map
