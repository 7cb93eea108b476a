const PREFIX = 'hypershift.openshift.io/'

/** What annotations begin with that are handed on, whatever follows. */
const HANDED_ON_PREFIXES = [
  'idpoverrides.hypershift.openshift.io/',
  'resource-request-override.hypershift.openshift.io',
] as const

const HANDED_ON = new Set([
  'oauth.hypershift.openshift.io/login-url-override',
  ...[
    'api-critical-priority-class',
    'aws-karpenter-default-instance-profile',
    'aws-kms-provider-image',
    'aws-load-balancer-health-probe-mode',
    'aws-load-balancer-subnets',
    'aws-load-balancer-target-node-labels',
    'aws-machine-public-ips',
    'aws-termination-handler-queue-url',
    'azure-load-balancer-health-probe-mode',
    'certified-operators-catalog-image',
    'cleanup-cloud-resources',
    'cluster-autoscaler-image',
    'community-operators-catalog-image',
    'control-plane-priority-class',
    'debug-deployments',
    'disable-ignition-server',
    'disable-machine-management',
    'disable-pki-reconciliation',
    'disable-profiling',
    'enable-metrics-forwarding',
    'ensureexists-pullsecret-reconcile',
    'etcd-priority-class',
    'ibmcloud-kms-provider-image',
    'ingress-controller-load-balancer-scope',
    'konnectivity-agent-image',
    'konnectivity-server-image',
    'kube-apiserver-goaway-chance',
    'kube-apiserver-gogc',
    'kube-apiserver-gomemlimit',
    'kube-apiserver-max-mutating-requests-inflight',
    'kube-apiserver-max-requests-inflight',
    'kube-apiserver-service-account-token-max-expiration',
    'kube-apiserver-verbosity-level',
    'management-platform',
    'olm-catalogs-is-registry-overrides',
    'portieris-image',
    'private-ingress-controller',
    'redhat-marketplace-catalog-image',
    'redhat-operators-catalog-image',
    'request-serving-node-additional-selector',
    'restored-from-backup',
    'shared-load-balancer-health-probe-path',
    'shared-load-balancer-health-probe-port',
    'swift-pod-network-instance',
    'topology',
  ].map((name) => PREFIX + name),
])

/** Whether an annotation of a hosted cluster is handed on to its control plane, and taken back from it. */
export const isMirroredAnnotation = (name: string): boolean =>
  HANDED_ON.has(name) || HANDED_ON_PREFIXES.some((prefix) => name.startsWith(prefix))
