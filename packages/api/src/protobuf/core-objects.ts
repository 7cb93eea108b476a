import type { MessageTable } from './messages.ts'

/** The rest of the core group. */
export const coreObjectsMessages: MessageTable = {
  'io.k8s.api.core.v1': {
    AttachedVolume: 'name devicePath',
    Binding: 'metadata target',
    ClientIPConfig: 'timeoutSeconds?',
    ConfigMap: 'metadata data binaryData immutable?',
    ConfigMapNodeConfigSource: 'namespace name uid resourceVersion kubeletConfigKey',
    ContainerImage: 'names sizeBytes',
    DaemonEndpoint: 'Port',
    EndpointAddress: 'ip targetRef? hostname nodeName?',
    EndpointPort: 'name port protocol appProtocol?',
    EndpointSubset: 'addresses notReadyAddresses ports',
    Endpoints: 'metadata subsets',
    Event: `
      metadata involvedObject reason message source firstTimestamp lastTimestamp count type eventTime series? action
      related? reportingComponent reportingInstance
    `,
    EventSeries: 'count lastObservedTime',
    EventSource: 'component host',
    LimitRange: 'metadata spec',
    LimitRangeItem: 'type max min default defaultRequest maxLimitRequestRatio',
    LimitRangeSpec: 'limits',
    LoadBalancerIngress: 'ip hostname ipMode? ports',
    LoadBalancerStatus: 'ingress',
    LocalObjectReference: 'name',
    Namespace: 'metadata spec status',
    NamespaceCondition: 'type status - lastTransitionTime reason message',
    NamespaceSpec: 'finalizers',
    NamespaceStatus: 'phase conditions',
    Node: 'metadata spec status',
    NodeAddress: 'type address',
    NodeCondition: 'type status lastHeartbeatTime lastTransitionTime reason message',
    NodeConfigSource: '- configMap?',
    NodeConfigStatus: 'assigned? active? lastKnownGood? error',
    NodeDaemonEndpoints: 'kubeletEndpoint',
    NodeFeatures: 'supplementalGroupsPolicy?',
    NodeRuntimeHandler: 'name features?',
    NodeRuntimeHandlerFeatures: 'recursiveReadOnlyMounts? userNamespaces?',
    NodeSpec: 'podCIDR externalID providerID unschedulable taints configSource? podCIDRs',
    NodeStatus: `
      capacity allocatable phase conditions addresses daemonEndpoints nodeInfo images volumesInUse volumesAttached
      config? runtimeHandlers features? declaredFeatures
    `,
    NodeSwapStatus: 'capacity?',
    NodeSystemInfo: `
      machineID systemUUID bootID kernelVersion osImage containerRuntimeVersion kubeletVersion kubeProxyVersion
      operatingSystem architecture swap? runningInUserNamespace?
    `,
    ObjectReference: 'kind namespace name uid apiVersion resourceVersion fieldPath',
    PortStatus: 'port protocol error?',
    ReplicationController: 'metadata spec status',
    ReplicationControllerCondition: 'type status lastTransitionTime reason message',
    ReplicationControllerSpec: 'replicas? selector template? minReadySeconds',
    ReplicationControllerStatus: `
      replicas fullyLabeledReplicas observedGeneration readyReplicas availableReplicas conditions
    `,
    ResourceQuota: 'metadata spec status',
    ResourceQuotaSpec: 'hard scopes scopeSelector?',
    ResourceQuotaStatus: 'hard used',
    ScopeSelector: 'matchExpressions',
    ScopedResourceSelectorRequirement: 'scopeName operator values',
    Secret: 'metadata data type stringData immutable?',
    SecretReference: 'name namespace',
    Service: 'metadata spec status',
    ServiceAccount: 'metadata secrets imagePullSecrets automountServiceAccountToken?',
    ServicePort: 'name protocol port targetPort nodePort appProtocol?',
    ServiceSpec: `
      ports selector clusterIP type externalIPs - sessionAffinity loadBalancerIP loadBalancerSourceRanges externalName
      externalTrafficPolicy healthCheckNodePort publishNotReadyAddresses sessionAffinityConfig? - - ipFamilyPolicy?
      clusterIPs ipFamilies allocateLoadBalancerNodePorts? loadBalancerClass? internalTrafficPolicy?
      trafficDistribution?
    `,
    ServiceStatus: 'loadBalancer conditions',
    SessionAffinityConfig: 'clientIP?',
    Taint: 'key value effect timeAdded?',
    TopologySelectorLabelRequirement: 'key values',
    TopologySelectorTerm: 'matchLabelExpressions',
    TypedLocalObjectReference: 'apiGroup? kind name',
    TypedObjectReference: 'apiGroup? kind name namespace?',
  },
}
