import type { KindDefinition } from '@skep/schema'
import { MutatingAdmissionPolicy } from './admissionregistration/mutating-admission-policy.ts'
import { MutatingAdmissionPolicyBinding } from './admissionregistration/mutating-admission-policy-binding.ts'
import { MutatingWebhookConfiguration } from './admissionregistration/mutating-webhook-configuration.ts'
import { ValidatingAdmissionPolicy } from './admissionregistration/validating-admission-policy.ts'
import { ValidatingAdmissionPolicyBinding } from './admissionregistration/validating-admission-policy-binding.ts'
import { ValidatingWebhookConfiguration } from './admissionregistration/validating-webhook-configuration.ts'
import { CustomResourceDefinition } from './apiextensions/custom-resource-definition.ts'
import { APIService } from './apiregistration/api-service.ts'
import { ControllerRevision } from './apps/controller-revision.ts'
import { DaemonSet } from './apps/daemon-set.ts'
import { Deployment } from './apps/deployment.ts'
import { ReplicaSet } from './apps/replica-set.ts'
import { StatefulSet } from './apps/stateful-set.ts'
import { SelfSubjectReview } from './authentication/self-subject-review.ts'
import { TokenReview } from './authentication/token-review.ts'
import { LocalSubjectAccessReview } from './authorization/local-subject-access-review.ts'
import { SelfSubjectAccessReview } from './authorization/self-subject-access-review.ts'
import { SelfSubjectRulesReview } from './authorization/self-subject-rules-review.ts'
import { SubjectAccessReview } from './authorization/subject-access-review.ts'
import { HorizontalPodAutoscaler } from './autoscaling/horizontal-pod-autoscaler.ts'
import { HorizontalPodAutoscalerV1 } from './autoscaling/horizontal-pod-autoscaler-v1.ts'
import { CronJob } from './batch/cron-job.ts'
import { Job } from './batch/job.ts'
import { CertificateSigningRequest } from './certificates/certificate-signing-request.ts'
import { Lease } from './coordination/lease.ts'
import { ConfigMap } from './core/config-map.ts'
import { Endpoints } from './core/endpoints.ts'
import { Event } from './core/event.ts'
import { LimitRange } from './core/limit-range.ts'
import { Namespace } from './core/namespace.ts'
import { Node } from './core/node.ts'
import { PersistentVolume } from './core/persistent-volume.ts'
import { PersistentVolumeClaim } from './core/persistent-volume-claim.ts'
import { Pod } from './core/pod.ts'
import { PodTemplate } from './core/pod-template.ts'
import { ReplicationController } from './core/replication-controller.ts'
import { ResourceQuota } from './core/resource-quota.ts'
import { Secret } from './core/secret.ts'
import { Service } from './core/service.ts'
import { ServiceAccount } from './core/service-account.ts'
import { EndpointSlice } from './discovery/endpoint-slice.ts'
import { EventsV1Event } from './events/event.ts'
import { FlowSchema } from './flowcontrol/flow-schema.ts'
import { PriorityLevelConfiguration } from './flowcontrol/priority-level-configuration.ts'
import { Ingress } from './networking/ingress.ts'
import { IngressClass } from './networking/ingress-class.ts'
import { NetworkPolicy } from './networking/network-policy.ts'
import { RuntimeClass } from './node/runtime-class.ts'
import { PodDisruptionBudget } from './policy/pod-disruption-budget.ts'
import { ClusterRole } from './rbac/cluster-role.ts'
import { ClusterRoleBinding } from './rbac/cluster-role-binding.ts'
import { Role } from './rbac/role.ts'
import { RoleBinding } from './rbac/role-binding.ts'
import { PriorityClass } from './scheduling/priority-class.ts'
import { CSIDriver } from './storage/csi-driver.ts'
import { CSINode } from './storage/csi-node.ts'
import { StorageClass } from './storage/storage-class.ts'
import { VolumeAttachment } from './storage/volume-attachment.ts'
import { StorageVersionMigration } from './storagemigration/storage-version-migration.ts'

/** Every kind that the API server serves by itself, in the order of `/apis` and then of the plural names. */
export const builtInKinds: readonly KindDefinition[] = [
  ConfigMap,
  Endpoints,
  Event,
  LimitRange,
  Namespace,
  Node,
  PersistentVolumeClaim,
  PersistentVolume,
  Pod,
  PodTemplate,
  ReplicationController,
  ResourceQuota,
  Secret,
  ServiceAccount,
  Service,
  APIService,
  ControllerRevision,
  DaemonSet,
  Deployment,
  ReplicaSet,
  StatefulSet,
  EventsV1Event,
  SelfSubjectReview,
  TokenReview,
  LocalSubjectAccessReview,
  SelfSubjectAccessReview,
  SelfSubjectRulesReview,
  SubjectAccessReview,
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerV1,
  CronJob,
  Job,
  CertificateSigningRequest,
  IngressClass,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  ClusterRoleBinding,
  ClusterRole,
  RoleBinding,
  Role,
  CSIDriver,
  CSINode,
  StorageClass,
  VolumeAttachment,
  MutatingAdmissionPolicy,
  MutatingAdmissionPolicyBinding,
  MutatingWebhookConfiguration,
  ValidatingAdmissionPolicy,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
  CustomResourceDefinition,
  PriorityClass,
  Lease,
  RuntimeClass,
  EndpointSlice,
  FlowSchema,
  PriorityLevelConfiguration,
  StorageVersionMigration,
]
