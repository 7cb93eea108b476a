/** Labels by which objects of Cluster API are found. */
export declare const LABELS: {
  readonly cluster: 'cluster.x-k8s.io/cluster-name'
  readonly controlPlane: 'cluster.x-k8s.io/control-plane'
  readonly deployment: 'cluster.x-k8s.io/deployment-name'
  readonly set: 'cluster.x-k8s.io/set-name'
  /** Tells the sets of one deployment apart. */
  readonly templateHash: 'machine-template-hash'
  readonly interruptible: 'cluster.x-k8s.io/interruptible'
  /** On a pod: `skip` leaves it where it is, `wait-completed` waits until it is done. */
  readonly drain: 'cluster.x-k8s.io/drain'
}
/** Annotations that say what to do, and what was done. */
export declare const ANNOTATIONS: {
  readonly paused: 'cluster.x-k8s.io/paused'
  readonly disableMachineCreate: 'cluster.x-k8s.io/disable-machine-create'
  readonly deleteMachine: 'cluster.x-k8s.io/delete-machine'
  readonly clonedFromName: 'cluster.x-k8s.io/cloned-from-name'
  readonly clonedFromGroupKind: 'cluster.x-k8s.io/cloned-from-groupkind'
  readonly skipRemediation: 'cluster.x-k8s.io/skip-remediation'
  readonly remediateMachine: 'cluster.x-k8s.io/remediate-machine'
  readonly excludeDraining: 'machine.cluster.x-k8s.io/exclude-node-draining'
  readonly excludeVolumeDetach: 'machine.cluster.x-k8s.io/exclude-wait-for-node-volume-detach'
  readonly skipPreflight: 'machineset.cluster.x-k8s.io/skip-preflight-checks'
  readonly revision: 'machinedeployment.clusters.x-k8s.io/revision'
  readonly revisionHistory: 'machinedeployment.clusters.x-k8s.io/revision-history'
  readonly desiredReplicas: 'machinedeployment.clusters.x-k8s.io/desired-replicas'
  readonly maxReplicas: 'machinedeployment.clusters.x-k8s.io/max-replicas'
  readonly autoscalerMin: 'cluster.x-k8s.io/cluster-api-autoscaler-node-group-min-size'
  readonly autoscalerMax: 'cluster.x-k8s.io/cluster-api-autoscaler-node-group-max-size'
  readonly conversionData: 'cluster.x-k8s.io/conversion-data'
  readonly lastApplied: 'kubectl.kubernetes.io/last-applied-configuration'
}
/** Annotations of a node that say which machine it is. */
export declare const NODE_ANNOTATIONS: {
  readonly cluster: 'cluster.x-k8s.io/cluster-name'
  readonly clusterNamespace: 'cluster.x-k8s.io/cluster-namespace'
  readonly machine: 'cluster.x-k8s.io/machine'
  readonly ownerKind: 'cluster.x-k8s.io/owner-kind'
  readonly ownerName: 'cluster.x-k8s.io/owner-name'
  readonly labelsFromMachine: 'cluster.x-k8s.io/labels-from-machine'
  readonly annotationsFromMachine: 'cluster.x-k8s.io/annotations-from-machine'
}
/** Beginnings of annotations by which others hold a deletion up. */
export declare const HOOKS: {
  readonly preDrain: 'pre-drain.delete.hook.machine.cluster.x-k8s.io'
  readonly preTerminate: 'pre-terminate.delete.hook.machine.cluster.x-k8s.io'
}
/** What each kind carries while there is something to clean up. */
export declare const FINALIZERS: {
  readonly cluster: 'cluster.cluster.x-k8s.io'
  readonly deployment: 'cluster.x-k8s.io/machinedeployment'
  readonly set: 'cluster.x-k8s.io/machineset'
  readonly machine: 'machine.cluster.x-k8s.io'
}
/** In whose name labels and annotations are handed down, so that those no longer wanted are known again. */
export declare const FIELD_MANAGERS: {
  readonly deployment: 'capi-machinedeployment'
  readonly set: 'capi-machineset'
}
/** The Secret with the kubeconfig of a cluster, under key `value`. */
export declare const kubeconfigSecretName: (clusterName: string) => string
//# sourceMappingURL=names.d.ts.map
