/** What every object of the operator carries while it has work to do before it may go. */
export const FINALIZER = 'hypershift.openshift.io/finalizer'

/** `NAMESPACE/NAME` of the HostedCluster, on what was made for it. */
export const HOSTED_CLUSTER_ANNOTATION = 'hypershift.openshift.io/cluster'

/** `NAMESPACE/NAME` of the NodePool, on what was made for it. */
export const NODE_POOL_ANNOTATION = 'hypershift.openshift.io/nodePool'

/** Namespace of a hosted control plane. It is also the id of the API that is served for it. */
export const controlPlaneNamespace = (hostedCluster: { readonly namespace: string; readonly name: string }): string =>
  `${hostedCluster.namespace}-${hostedCluster.name.replaceAll('.', '-')}`
