import type { MessageTable } from './messages.ts'

/** Networks, storage, nodes and what else a cluster is run with. */
export const clusterMessages: MessageTable = {
  'io.k8s.api.coordination.v1': {
    Lease: 'metadata spec',
    LeaseSpec: 'holderIdentity? leaseDurationSeconds? acquireTime? renewTime? leaseTransitions?',
  },
  'io.k8s.api.discovery.v1': {
    Endpoint: 'addresses conditions hostname? targetRef? deprecatedTopology nodeName? zone? hints?',
    EndpointConditions: 'ready? serving? terminating?',
    EndpointHints: 'forZones forNodes',
    EndpointPort: 'name? protocol? port? appProtocol?',
    EndpointSlice: 'metadata endpoints ports addressType',
    ForNode: 'name',
    ForZone: 'name',
  },
  'io.k8s.api.events.v1': {
    Event: `
      metadata eventTime series? reportingController reportingInstance action reason regarding related? note type
      deprecatedSource deprecatedFirstTimestamp deprecatedLastTimestamp deprecatedCount
    `,
    EventSeries: 'count lastObservedTime',
  },
  'io.k8s.api.networking.v1': {
    HTTPIngressPath: 'path backend pathType?',
    HTTPIngressRuleValue: 'paths',
    IPBlock: 'cidr except',
    Ingress: 'metadata spec status',
    IngressBackend: '- - resource? service?',
    IngressClass: 'metadata spec',
    IngressClassParametersReference: 'apiGroup? kind name scope? namespace?',
    IngressClassSpec: 'controller parameters?',
    IngressLoadBalancerIngress: 'ip hostname - ports',
    IngressLoadBalancerStatus: 'ingress',
    IngressPortStatus: 'port protocol error?',
    IngressRule: 'host ...IngressRuleValue',
    IngressRuleValue: 'http?',
    IngressServiceBackend: 'name port',
    IngressSpec: 'defaultBackend? tls rules ingressClassName?',
    IngressStatus: 'loadBalancer',
    IngressTLS: 'hosts secretName',
    NetworkPolicy: 'metadata spec',
    NetworkPolicyEgressRule: 'ports to',
    NetworkPolicyIngressRule: 'ports from',
    NetworkPolicyPeer: 'podSelector? namespaceSelector? ipBlock?',
    NetworkPolicyPort: 'protocol? port? endPort?',
    NetworkPolicySpec: 'podSelector ingress egress policyTypes',
    ServiceBackendPort: 'name number',
  },
  'io.k8s.api.node.v1': {
    Overhead: 'podFixed',
    RuntimeClass: 'metadata handler overhead? scheduling?',
    Scheduling: 'nodeSelector tolerations',
  },
  'io.k8s.api.scheduling.v1': {
    PriorityClass: 'metadata value globalDefault description preemptionPolicy?',
  },
  'io.k8s.api.storage.v1': {
    CSIDriver: 'metadata spec',
    CSIDriverSpec: `
      attachRequired? podInfoOnMount? volumeLifecycleModes storageCapacity? fsGroupPolicy? tokenRequests
      requiresRepublish? seLinuxMount? nodeAllocatableUpdatePeriodSeconds? serviceAccountTokenInSecrets?
    `,
    CSINode: 'metadata spec',
    CSINodeDriver: 'name nodeID topologyKeys allocatable?',
    CSINodeSpec: 'drivers',
    StorageClass: `
      metadata provisioner parameters reclaimPolicy? mountOptions allowVolumeExpansion? volumeBindingMode?
      allowedTopologies
    `,
    TokenRequest: 'audience expirationSeconds?',
    VolumeAttachment: 'metadata spec status',
    VolumeAttachmentSource: 'persistentVolumeName? inlineVolumeSpec?',
    VolumeAttachmentSpec: 'attacher source nodeName',
    VolumeAttachmentStatus: 'attached attachmentMetadata attachError? detachError?',
    VolumeError: 'time message errorCode?',
    VolumeNodeResources: 'count?',
  },
  'io.k8s.api.storagemigration.v1': {
    StorageVersionMigration: 'metadata spec status',
    StorageVersionMigrationSpec: 'resource',
    StorageVersionMigrationStatus: 'conditions resourceVersion',
  },
}
