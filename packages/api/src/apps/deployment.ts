import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { PodTemplateSpec } from '../core/pod-spec.ts'
import { LabelSelector } from '../meta/types.ts'
import { deploymentRules } from './deployment.rules.ts'
import { deploymentTable } from './deployment.table.ts'

export const RollingUpdateDeployment = s.object(
  {
    maxSurge: s.optional(
      s.intOrString({
        description:
          'Pods, as a count or percentage, that may exist above the wanted replicas during an update. 25% by default.',
      }),
    ),
    maxUnavailable: s.optional(
      s.intOrString({
        description: 'Pods, as a count or percentage, that may be unavailable during an update. 25% by default.',
      }),
    ),
  },
  {
    description: 'How far a Deployment may go above or below its replica count while it rolls out.',
    component: 'io.k8s.api.apps.v1.RollingUpdateDeployment',
  },
)
export type RollingUpdateDeployment = TypeOf<typeof RollingUpdateDeployment>

export const DeploymentStrategy = s.object(
  {
    rollingUpdate: s.optional(
      s.with(RollingUpdateDeployment, { description: 'Limits of a rolling update; only with type RollingUpdate.' }),
    ),
    type: s.optional(
      s.string({
        description: 'RollingUpdate replaces pods gradually (the default); Recreate stops all old ones first.',
      }),
    ),
  },
  {
    description: 'How a Deployment replaces old pods with new ones.',
    component: 'io.k8s.api.apps.v1.DeploymentStrategy',
  },
)
export type DeploymentStrategy = TypeOf<typeof DeploymentStrategy>

export const DeploymentSpec = s.object(
  {
    minReadySeconds: s.optional(
      s.int32({ description: 'Seconds a new pod must stay ready before it counts as available. 0 by default.' }),
    ),
    paused: s.optional(
      s.bool({
        description: 'True holds back rollouts, so that several changes can be made before one of them starts.',
      }),
    ),
    progressDeadlineSeconds: s.optional(
      s.int32({
        description: 'Seconds without progress after which the rollout is reported as failed. 600 by default.',
      }),
    ),
    replicas: s.optional(s.int32({ description: 'How many pods should run. 1 by default.' })),
    revisionHistoryLimit: s.optional(s.int32({ description: 'Old ReplicaSets kept for rollback. 10 by default.' })),
    selector: s.with(LabelSelector, {
      description: 'Which pods belong to this Deployment; must match the labels of the template and cannot change.',
    }),
    strategy: s.optional(
      s.with(DeploymentStrategy, {
        description: 'How old pods are replaced by new ones.',
        default: {},
        patchStrategy: 'retainKeys',
      }),
    ),
    template: s.with(PodTemplateSpec, {
      description: 'The pod to run; a change starts a rollout. Its restartPolicy can only be Always.',
      default: {},
    }),
  },
  { description: 'The wanted state of a Deployment.', component: 'io.k8s.api.apps.v1.DeploymentSpec' },
)
export type DeploymentSpec = TypeOf<typeof DeploymentSpec>

export const DeploymentCondition = s.object(
  {
    lastTransitionTime: s.optional(s.time({ description: 'When the status of this condition last changed.' })),
    lastUpdateTime: s.optional(s.time({ description: 'When this condition was last written.' })),
    message: s.optional(s.string({ description: 'Details for people.' })),
    reason: s.optional(s.string({ description: 'One word for machines on why the status is what it is.' })),
    status: s.optional(s.string({ description: 'True, False or Unknown.', default: '' })),
    type: s.optional(
      s.string({ description: 'What is observed: Available, Progressing or ReplicaFailure.', default: '' }),
    ),
  },
  { description: 'One observation about a Deployment.', component: 'io.k8s.api.apps.v1.DeploymentCondition' },
)
export type DeploymentCondition = TypeOf<typeof DeploymentCondition>

export const DeploymentStatus = s.object(
  {
    availableReplicas: s.optional(s.int32({ description: 'Pods that have been ready for minReadySeconds.' })),
    collisionCount: s.optional(
      s.int32({
        description: 'How often the name of a new ReplicaSet was already taken; feeds the hash of the next one.',
      }),
    ),
    conditions: s.optional(
      s.array(DeploymentCondition, {
        description: 'Observations about the Deployment, one per type.',
        listType: 'map',
        listMapKeys: ['type'],
        patchStrategy: 'merge',
        patchMergeKey: 'type',
      }),
    ),
    observedGeneration: s.optional(s.int64({ description: 'Generation of the spec that this status describes.' })),
    readyReplicas: s.optional(s.int32({ description: 'Pods that are ready.' })),
    replicas: s.optional(s.int32({ description: 'Pods, not counting terminating ones, that the selector matches.' })),
    terminatingReplicas: s.optional(s.int32({ description: 'Pods that are being deleted but still shut down.' })),
    unavailableReplicas: s.optional(
      s.int32({ description: 'Pods still missing until the Deployment has all it wants, available.' }),
    ),
    updatedReplicas: s.optional(s.int32({ description: 'Pods made from the current template.' })),
  },
  { description: 'What the controller last saw of a Deployment.', component: 'io.k8s.api.apps.v1.DeploymentStatus' },
)
export type DeploymentStatus = TypeOf<typeof DeploymentStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.with(DeploymentSpec, {
      description: 'How many pods to run, of what, and how to replace them.',
      default: {},
    }),
    status: s.optional(
      s.with(DeploymentStatus, { description: 'What the controller last observed; written by it alone.', default: {} }),
    ),
  },
  {
    description: 'Runs a number of interchangeable pods and replaces them gradually when their template changes.',
    component: 'io.k8s.api.apps.v1.Deployment',
  },
)

export const Deployment = defineKind({
  group: 'apps',
  version: 'v1',
  kind: 'Deployment',
  plural: 'deployments',
  scope: 'Namespaced',
  shortNames: ['deploy'],
  categories: ['all'],
  statusSubresource: true,
  schema,
  columns: deploymentTable.columns,
  scale: {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    labelSelectorPath: '.spec.selector',
  },
  rules: deploymentRules,
})
export type Deployment = TypeOf<typeof schema>
