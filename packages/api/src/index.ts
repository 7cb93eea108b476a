export * from './admissionregistration/mutating-admission-policy.ts'
export * from './admissionregistration/mutating-admission-policy-binding.ts'
export * from './admissionregistration/mutating-webhook-configuration.ts'
export {
  MatchCondition,
  MatchResources,
  NamedRuleWithOperations,
  ParamKind,
  ParamRef,
  RuleWithOperations,
  Variable,
} from './admissionregistration/shared.ts'
export * from './admissionregistration/validating-admission-policy.ts'
export * from './admissionregistration/validating-admission-policy-binding.ts'
export * from './admissionregistration/validating-webhook-configuration.ts'
export {
  CustomResourceColumnDefinition,
  CustomResourceConversion,
  CustomResourceDefinition,
  CustomResourceDefinitionCondition,
  CustomResourceDefinitionNames,
  CustomResourceDefinitionSpec,
  CustomResourceDefinitionStatus,
  CustomResourceDefinitionVersion,
  CustomResourceSubresourceScale,
  CustomResourceSubresourceStatus,
  CustomResourceSubresources,
  CustomResourceValidation,
  ExternalDocumentation,
  JSON,
  JSONSchemaProps,
  JSONSchemaPropsOrArray,
  JSONSchemaPropsOrBool,
  JSONSchemaPropsOrStringArray,
  SelectableField,
  ValidationRule,
  WebhookConversion,
} from './apiextensions/custom-resource-definition.ts'
export { APIService, APIServiceCondition, APIServiceSpec, APIServiceStatus } from './apiregistration/api-service.ts'
export * from './apps/controller-revision.ts'
export * from './apps/daemon-set.ts'
export * from './apps/deployment.ts'
export * from './apps/replica-set.ts'
export * from './apps/stateful-set.ts'
export * from './authentication/self-subject-review.ts'
export * from './authentication/shared.ts'
export * from './authentication/token-review.ts'
export * from './authorization/local-subject-access-review.ts'
export * from './authorization/self-subject-access-review.ts'
export * from './authorization/self-subject-rules-review.ts'
export * from './authorization/shared.ts'
export * from './authorization/subject-access-review.ts'
export * from './autoscaling/horizontal-pod-autoscaler.ts'
export { HorizontalPodAutoscalerV1 } from './autoscaling/horizontal-pod-autoscaler-v1.ts'
export * from './autoscaling/shared.ts'
export * from './batch/cron-job.ts'
export * from './batch/job.ts'
export * from './batch/shared.ts'
export * from './built-in.ts'
export * from './certificates/certificate-signing-request.ts'
export * from './coordination/lease.ts'
export * from './core/config-map.ts'
export * from './core/container.ts'
export * from './core/endpoints.ts'
export * from './core/env.ts'
export * from './core/event.ts'
export * from './core/legacy-volumes.ts'
export * from './core/limit-range.ts'
export * from './core/namespace.ts'
export * from './core/node.ts'
export * from './core/persistent-volume.ts'
export * from './core/persistent-volume-claim.ts'
export * from './core/persistent-volume-claim-spec.ts'
export * from './core/pod.ts'
export * from './core/pod-spec.ts'
export * from './core/pod-status.ts'
export * from './core/pod-template.ts'
export * from './core/probe.ts'
export * from './core/projected-volumes.ts'
export * from './core/references.ts'
export * from './core/replication-controller.ts'
export * from './core/resource-quota.ts'
export * from './core/scheduling.ts'
export * from './core/secret.ts'
export * from './core/security.ts'
export * from './core/service.ts'
export * from './core/service-account.ts'
export * from './core/volume.ts'
export {
  Endpoint,
  EndpointConditions,
  EndpointHints,
  EndpointSlice,
  ForNode,
  ForZone,
} from './discovery/endpoint-slice.ts'
export { EventsV1Event } from './events/event.ts'
export {
  FlowDistinguisherMethod,
  FlowSchema,
  FlowSchemaCondition,
  FlowSchemaSpec,
  FlowSchemaStatus,
  GroupSubject,
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  PriorityLevelConfigurationReference,
  ResourcePolicyRule,
  ServiceAccountSubject,
  UserSubject,
} from './flowcontrol/flow-schema.ts'
export * from './flowcontrol/priority-level-configuration.ts'
export * from './meta/types.ts'
export * from './networking/ingress.ts'
export * from './networking/ingress-class.ts'
export * from './networking/network-policy.ts'
export * from './node/runtime-class.ts'
export * from './policy/pod-disruption-budget.ts'
export * from './policy/shared.ts'
export * from './rbac/cluster-role.ts'
export * from './rbac/cluster-role-binding.ts'
export * from './rbac/role.ts'
export * from './rbac/role-binding.ts'
export * from './rbac/shared.ts'
export * from './scheduling/priority-class.ts'
export { CSIDriver, CSIDriverSpec } from './storage/csi-driver.ts'
export * from './storage/csi-node.ts'
export * from './storage/storage-class.ts'
export * from './storage/volume-attachment.ts'
