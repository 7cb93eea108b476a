import type { MessageTable } from './messages.ts'

/** Pods and what they are made of. */
export const corePodsMessages: MessageTable = {
  'io.k8s.api.core.v1': {
    Affinity: 'nodeAffinity? podAffinity? podAntiAffinity?',
    AppArmorProfile: 'type localhostProfile?',
    Capabilities: 'add drop',
    ConfigMapEnvSource: '...LocalObjectReference optional?',
    ConfigMapKeySelector: '...LocalObjectReference key optional?',
    Container: `
      name image command args workingDir ports env resources volumeMounts livenessProbe? readinessProbe? lifecycle?
      terminationMessagePath imagePullPolicy securityContext? stdin stdinOnce tty envFrom terminationMessagePolicy
      volumeDevices startupProbe? resizePolicy restartPolicy? restartPolicyRules
    `,
    ContainerExtendedResourceRequest: 'containerName resourceName requestName',
    ContainerPort: 'name hostPort containerPort protocol hostIP',
    ContainerResizePolicy: 'resourceName restartPolicy',
    ContainerRestartRule: 'action exitCodes?',
    ContainerRestartRuleOnExitCodes: 'operator values',
    ContainerState: 'waiting? running? terminated?',
    ContainerStateRunning: 'startedAt',
    ContainerStateTerminated: 'exitCode signal reason message startedAt finishedAt containerID',
    ContainerStateWaiting: 'reason message',
    ContainerStatus: `
      name state lastState ready restartCount image imageID containerID started? allocatedResources resources?
      volumeMounts user? allocatedResourcesStatus
    `,
    ContainerUser: 'linux?',
    EnvFromSource: 'prefix configMapRef? secretRef?',
    EnvVar: 'name value valueFrom?',
    EnvVarSource: 'fieldRef? resourceFieldRef? configMapKeyRef? secretKeyRef? fileKeyRef?',
    EphemeralContainer: '...EphemeralContainerCommon targetContainerName',
    EphemeralContainerCommon: `
      name image command args workingDir ports env resources volumeMounts livenessProbe? readinessProbe? lifecycle?
      terminationMessagePath imagePullPolicy securityContext? stdin stdinOnce tty envFrom terminationMessagePolicy
      volumeDevices startupProbe? resizePolicy restartPolicy? restartPolicyRules
    `,
    ExecAction: 'command',
    FileKeySelector: 'volumeName path key optional?',
    GRPCAction: 'port service?',
    HTTPGetAction: 'path port host scheme httpHeaders',
    HTTPHeader: 'name value',
    HostAlias: 'ip hostnames',
    HostIP: 'ip',
    Lifecycle: 'postStart? preStop?',
    LifecycleHandler: 'exec? httpGet? tcpSocket? sleep?',
    LinuxContainerUser: 'uid gid supplementalGroups',
    NodeAffinity: 'requiredDuringSchedulingIgnoredDuringExecution? preferredDuringSchedulingIgnoredDuringExecution',
    NodeSelector: 'nodeSelectorTerms',
    NodeSelectorRequirement: 'key operator values',
    NodeSelectorTerm: 'matchExpressions matchFields',
    ObjectFieldSelector: 'apiVersion fieldPath',
    Pod: 'metadata spec status',
    PodAffinity: 'requiredDuringSchedulingIgnoredDuringExecution preferredDuringSchedulingIgnoredDuringExecution',
    PodAffinityTerm: 'labelSelector? namespaces topologyKey namespaceSelector? matchLabelKeys mismatchLabelKeys',
    PodAntiAffinity: 'requiredDuringSchedulingIgnoredDuringExecution preferredDuringSchedulingIgnoredDuringExecution',
    PodCondition: 'type status lastProbeTime lastTransitionTime reason message observedGeneration',
    PodDNSConfig: 'nameservers searches options',
    PodDNSConfigOption: 'name value?',
    PodExtendedResourceClaimStatus: 'requestMappings resourceClaimName',
    PodIP: 'ip',
    PodOS: 'name',
    PodReadinessGate: 'conditionType',
    PodResourceClaim: 'name - resourceClaimName? resourceClaimTemplateName?',
    PodResourceClaimStatus: 'name resourceClaimName?',
    PodSchedulingGate: 'name',
    PodSecurityContext: `
      seLinuxOptions? runAsUser? runAsNonRoot? supplementalGroups fsGroup? runAsGroup? sysctls windowsOptions?
      fsGroupChangePolicy? seccompProfile? appArmorProfile? supplementalGroupsPolicy? seLinuxChangePolicy?
    `,
    PodSpec: `
      volumes containers restartPolicy terminationGracePeriodSeconds? activeDeadlineSeconds? dnsPolicy nodeSelector
      serviceAccountName serviceAccount nodeName hostNetwork hostPID hostIPC securityContext? imagePullSecrets hostname
      subdomain affinity? schedulerName initContainers automountServiceAccountToken? tolerations hostAliases
      priorityClassName priority? dnsConfig? shareProcessNamespace? readinessGates runtimeClassName? enableServiceLinks?
      preemptionPolicy? overhead topologySpreadConstraints ephemeralContainers setHostnameAsFQDN? os? hostUsers?
      schedulingGates resourceClaims resources? hostnameOverride?
    `,
    PodStatus: `
      phase conditions message reason hostIP podIP startTime? containerStatuses qosClass initContainerStatuses
      nominatedNodeName podIPs ephemeralContainerStatuses resize resourceClaimStatuses hostIPs observedGeneration
      extendedResourceClaimStatus? allocatedResources resources?
    `,
    PodTemplate: 'metadata template',
    PodTemplateSpec: 'metadata spec',
    PreferredSchedulingTerm: 'weight preference',
    Probe: `
      ...ProbeHandler initialDelaySeconds timeoutSeconds periodSeconds successThreshold failureThreshold
      terminationGracePeriodSeconds?
    `,
    ProbeHandler: 'exec? httpGet? tcpSocket? grpc?',
    ResourceClaim: 'name request',
    ResourceFieldSelector: 'containerName resource divisor',
    ResourceHealth: 'resourceID health - - - message?',
    ResourceRequirements: 'limits requests claims',
    ResourceStatus: 'name resources',
    SELinuxOptions: 'user role type level',
    SeccompProfile: 'type localhostProfile?',
    SecretEnvSource: '...LocalObjectReference optional?',
    SecretKeySelector: '...LocalObjectReference key optional?',
    SecurityContext: `
      capabilities? privileged? seLinuxOptions? runAsUser? runAsNonRoot? readOnlyRootFilesystem?
      allowPrivilegeEscalation? runAsGroup? procMount? windowsOptions? seccompProfile? appArmorProfile?
    `,
    SleepAction: 'seconds',
    Sysctl: 'name value',
    TCPSocketAction: 'port host',
    Toleration: 'key operator value effect tolerationSeconds?',
    TopologySpreadConstraint: `
      maxSkew topologyKey whenUnsatisfiable labelSelector? minDomains? nodeAffinityPolicy? nodeTaintsPolicy?
      matchLabelKeys
    `,
    VolumeDevice: 'name devicePath',
    VolumeMount: 'name readOnly mountPath subPath mountPropagation? subPathExpr recursiveReadOnly?',
    VolumeMountStatus: 'name mountPath readOnly recursiveReadOnly?',
    WeightedPodAffinityTerm: 'weight podAffinityTerm',
    WindowsSecurityContextOptions: 'gmsaCredentialSpecName? gmsaCredentialSpec? runAsUserName? hostProcess?',
  },
}
