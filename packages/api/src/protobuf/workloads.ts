import type { MessageTable } from './messages.ts'

/** What runs pods, scales them and protects them: apps, batch, autoscaling and policy. */
export const workloadsMessages: MessageTable = {
  'io.k8s.api.apps.v1': {
    ControllerRevision: 'metadata data revision',
    DaemonSet: 'metadata spec status',
    DaemonSetCondition: 'type status lastTransitionTime reason message',
    DaemonSetSpec: 'selector? template updateStrategy minReadySeconds - revisionHistoryLimit?',
    DaemonSetStatus: `
      currentNumberScheduled numberMisscheduled desiredNumberScheduled numberReady observedGeneration
      updatedNumberScheduled numberAvailable numberUnavailable collisionCount? conditions
    `,
    DaemonSetUpdateStrategy: 'type rollingUpdate?',
    Deployment: 'metadata spec status',
    DeploymentCondition: 'type status - reason message lastUpdateTime lastTransitionTime',
    DeploymentSpec: `
      replicas? selector? template strategy minReadySeconds revisionHistoryLimit? paused - progressDeadlineSeconds?
    `,
    DeploymentStatus: `
      observedGeneration replicas updatedReplicas availableReplicas unavailableReplicas conditions readyReplicas
      collisionCount? terminatingReplicas?
    `,
    DeploymentStrategy: 'type rollingUpdate?',
    ReplicaSet: 'metadata spec status',
    ReplicaSetCondition: 'type status lastTransitionTime reason message',
    ReplicaSetSpec: 'replicas? selector? template minReadySeconds',
    ReplicaSetStatus: `
      replicas fullyLabeledReplicas observedGeneration readyReplicas availableReplicas conditions terminatingReplicas?
    `,
    RollingUpdateDaemonSet: 'maxUnavailable? maxSurge?',
    RollingUpdateDeployment: 'maxUnavailable? maxSurge?',
    RollingUpdateStatefulSetStrategy: 'partition? maxUnavailable?',
    StatefulSet: 'metadata spec status',
    StatefulSetCondition: 'type status lastTransitionTime reason message',
    StatefulSetOrdinals: 'start',
    StatefulSetPersistentVolumeClaimRetentionPolicy: 'whenDeleted whenScaled',
    StatefulSetSpec: `
      replicas? selector? template volumeClaimTemplates serviceName podManagementPolicy updateStrategy
      revisionHistoryLimit? minReadySeconds persistentVolumeClaimRetentionPolicy? ordinals?
    `,
    StatefulSetStatus: `
      observedGeneration replicas readyReplicas currentReplicas updatedReplicas currentRevision updateRevision -
      collisionCount? conditions availableReplicas
    `,
    StatefulSetUpdateStrategy: 'type rollingUpdate?',
  },
  'io.k8s.api.autoscaling.v1': {
    CrossVersionObjectReference: 'kind name apiVersion',
    HorizontalPodAutoscaler: 'metadata spec status',
    HorizontalPodAutoscalerSpec: 'scaleTargetRef minReplicas? maxReplicas targetCPUUtilizationPercentage?',
    HorizontalPodAutoscalerStatus: `
      observedGeneration? lastScaleTime? currentReplicas desiredReplicas currentCPUUtilizationPercentage?
    `,
    Scale: 'metadata spec status',
    ScaleSpec: 'replicas',
    ScaleStatus: 'replicas selector',
  },
  'io.k8s.api.autoscaling.v2': {
    ContainerResourceMetricSource: 'name target container',
    ContainerResourceMetricStatus: 'name current container',
    CrossVersionObjectReference: 'kind name apiVersion',
    ExternalMetricSource: 'metric target',
    ExternalMetricStatus: 'metric current',
    HPAScalingPolicy: 'type value periodSeconds',
    HPAScalingRules: 'selectPolicy? policies stabilizationWindowSeconds? tolerance?',
    HorizontalPodAutoscaler: 'metadata spec status',
    HorizontalPodAutoscalerBehavior: 'scaleUp? scaleDown?',
    HorizontalPodAutoscalerCondition: 'type status lastTransitionTime reason message observedGeneration?',
    HorizontalPodAutoscalerSpec: 'scaleTargetRef minReplicas? maxReplicas metrics behavior?',
    HorizontalPodAutoscalerStatus: `
      observedGeneration? lastScaleTime? currentReplicas desiredReplicas currentMetrics conditions
    `,
    MetricIdentifier: 'name selector?',
    MetricSpec: 'type object? pods? resource? external? - containerResource?',
    MetricStatus: 'type object? pods? resource? external? - containerResource?',
    MetricTarget: 'type value? averageValue? averageUtilization?',
    MetricValueStatus: 'value? averageValue? averageUtilization?',
    ObjectMetricSource: 'describedObject target metric',
    ObjectMetricStatus: 'metric current describedObject',
    PodsMetricSource: 'metric target',
    PodsMetricStatus: 'metric current',
    ResourceMetricSource: 'name target',
    ResourceMetricStatus: 'name current',
  },
  'io.k8s.api.batch.v1': {
    CronJob: 'metadata spec status',
    CronJobSpec: `
      schedule startingDeadlineSeconds? concurrencyPolicy suspend? jobTemplate successfulJobsHistoryLimit?
      failedJobsHistoryLimit? timeZone?
    `,
    CronJobStatus: 'active - - lastScheduleTime? lastSuccessfulTime?',
    Job: 'metadata spec status',
    JobCondition: 'type status lastProbeTime lastTransitionTime reason message',
    JobSpec: `
      parallelism? completions? activeDeadlineSeconds? selector? manualSelector? template backoffLimit?
      ttlSecondsAfterFinished? completionMode? suspend? podFailurePolicy? backoffLimitPerIndex? maxFailedIndexes?
      podReplacementPolicy? managedBy? successPolicy?
    `,
    JobStatus: `
      conditions startTime? completionTime? active succeeded failed completedIndexes uncountedTerminatedPods? ready?
      failedIndexes? terminating?
    `,
    JobTemplateSpec: 'metadata spec',
    PodFailurePolicy: 'rules',
    PodFailurePolicyOnExitCodesRequirement: 'containerName? operator values',
    PodFailurePolicyOnPodConditionsPattern: 'type status',
    PodFailurePolicyRule: 'action onExitCodes? onPodConditions',
    SuccessPolicy: 'rules',
    SuccessPolicyRule: 'succeededIndexes? succeededCount?',
    UncountedTerminatedPods: 'succeeded failed',
  },
  'io.k8s.api.policy.v1': {
    Eviction: 'metadata deleteOptions?',
    PodDisruptionBudget: 'metadata spec status',
    PodDisruptionBudgetSpec: 'minAvailable? selector? maxUnavailable? unhealthyPodEvictionPolicy?',
    PodDisruptionBudgetStatus: `
      observedGeneration disruptedPods disruptionsAllowed currentHealthy desiredHealthy expectedPods conditions
    `,
  },
}
