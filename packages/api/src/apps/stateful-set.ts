import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { PersistentVolumeClaim } from '../core/persistent-volume-claim.ts'
import { PodTemplateSpec } from '../core/pod-spec.ts'
import { LabelSelector } from '../meta/types.ts'
import { statefulSetRules } from './stateful-set.rules.ts'
import { statefulSetTable } from './stateful-set.table.ts'

export const RollingUpdateStatefulSetStrategy = s.object(
  {
    maxUnavailable: s.optional(
      s.intOrString({
        description:
          'Pods, as a count or percentage of replicas, that may be unavailable during an update. 1 by default.',
      }),
    ),
    partition: s.optional(
      s.int32({
        description:
          'Only pods with this ordinal or a higher one are updated; lower ones keep the old revision. 0 by default.',
      }),
    ),
  },
  {
    description: 'How a StatefulSet goes through its pods during an update.',
    component: 'io.k8s.api.apps.v1.RollingUpdateStatefulSetStrategy',
  },
)
export type RollingUpdateStatefulSetStrategy = TypeOf<typeof RollingUpdateStatefulSetStrategy>

export const StatefulSetOrdinals = s.object(
  {
    start: s.optional(s.int32({ description: 'Number of the first pod. 0 by default.', default: 0 })),
  },
  { description: 'How the pods of a StatefulSet are numbered.', component: 'io.k8s.api.apps.v1.StatefulSetOrdinals' },
)
export type StatefulSetOrdinals = TypeOf<typeof StatefulSetOrdinals>

export const StatefulSetPersistentVolumeClaimRetentionPolicy = s.object(
  {
    whenDeleted: s.optional(
      s.string({
        description: 'When the StatefulSet is deleted: Retain keeps the claims (the default), Delete removes them.',
      }),
    ),
    whenScaled: s.optional(
      s.string({
        description:
          'When it is scaled down: Retain keeps the claims of the removed pods (the default), Delete removes them.',
      }),
    ),
  },
  {
    description: 'What becomes of the claims made from volumeClaimTemplates when they are no longer used.',
    component: 'io.k8s.api.apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy',
  },
)
export type StatefulSetPersistentVolumeClaimRetentionPolicy = TypeOf<
  typeof StatefulSetPersistentVolumeClaimRetentionPolicy
>

export const StatefulSetUpdateStrategy = s.object(
  {
    rollingUpdate: s.optional(
      s.with(RollingUpdateStatefulSetStrategy, {
        description: 'Details of a rolling update; only with type RollingUpdate.',
      }),
    ),
    type: s.optional(
      s.string({
        description:
          'RollingUpdate replaces pods one after another (the default); OnDelete waits until someone deletes them.',
      }),
    ),
  },
  {
    description: 'How a StatefulSet replaces its pods when the template changes.',
    component: 'io.k8s.api.apps.v1.StatefulSetUpdateStrategy',
  },
)
export type StatefulSetUpdateStrategy = TypeOf<typeof StatefulSetUpdateStrategy>

export const StatefulSetSpec = s.object(
  {
    minReadySeconds: s.optional(
      s.int32({ description: 'Seconds a new pod must stay ready before it counts as available. 0 by default.' }),
    ),
    ordinals: s.optional(
      s.with(StatefulSetOrdinals, { description: 'How the pods are numbered; from 0 unless it says otherwise.' }),
    ),
    persistentVolumeClaimRetentionPolicy: s.optional(
      s.with(StatefulSetPersistentVolumeClaimRetentionPolicy, {
        description: 'What becomes of volume claims after scaling down or deletion. Kept by default.',
      }),
    ),
    podManagementPolicy: s.optional(
      s.string({
        description:
          'OrderedReady starts and stops pods one by one in order (the default); Parallel does all at once. Cannot change.',
      }),
    ),
    replicas: s.optional(s.int32({ description: 'How many pods should run. 1 by default.' })),
    revisionHistoryLimit: s.optional(s.int32({ description: 'Old revisions kept for rollback. 10 by default.' })),
    selector: s.with(LabelSelector, {
      description: 'Which pods belong to this set; must match the labels of the template and cannot change.',
    }),
    serviceName: s.optional(
      s.string({
        description:
          'Headless Service that gives each pod its DNS name POD.SERVICE. Must exist before the set; cannot change.',
        default: '',
      }),
    ),
    template: s.with(PodTemplateSpec, { description: 'The pod to run; each gets the name SET-ORDINAL.', default: {} }),
    updateStrategy: s.optional(
      s.with(StatefulSetUpdateStrategy, {
        description: 'How running pods are replaced after a change of the template.',
        default: {},
      }),
    ),
    volumeClaimTemplates: s.optional(
      s.array(PersistentVolumeClaim.schema, {
        description: 'Claims made for every pod, mounted by volumes of the same name, and kept when a pod moves.',
        listType: 'atomic',
      }),
    ),
  },
  { description: 'The wanted state of a StatefulSet.', component: 'io.k8s.api.apps.v1.StatefulSetSpec' },
)
export type StatefulSetSpec = TypeOf<typeof StatefulSetSpec>

export const StatefulSetCondition = s.object(
  {
    lastTransitionTime: s.optional(s.time({ description: 'When the status of this condition last changed.' })),
    message: s.optional(s.string({ description: 'Details for people.' })),
    reason: s.optional(s.string({ description: 'One word for machines on why the status is what it is.' })),
    status: s.optional(s.string({ description: 'True, False or Unknown.', default: '' })),
    type: s.optional(s.string({ description: 'What is observed.', default: '' })),
  },
  { description: 'One observation about a StatefulSet.', component: 'io.k8s.api.apps.v1.StatefulSetCondition' },
)
export type StatefulSetCondition = TypeOf<typeof StatefulSetCondition>

export const StatefulSetStatus = s.object(
  {
    availableReplicas: s.optional(
      s.int32({ description: 'Pods that have been ready for minReadySeconds.', default: 0 }),
    ),
    collisionCount: s.optional(
      s.int32({ description: 'How often the name of a revision was already taken; feeds the hash of the next one.' }),
    ),
    conditions: s.optional(
      s.array(StatefulSetCondition, {
        description: 'Observations about the set, one per type.',
        listType: 'map',
        listMapKeys: ['type'],
        patchStrategy: 'merge',
        patchMergeKey: 'type',
      }),
    ),
    currentReplicas: s.optional(s.int32({ description: 'Pods made from the revision in currentRevision.' })),
    currentRevision: s.optional(s.string({ description: 'Revision from which the pods not yet updated were made.' })),
    observedGeneration: s.optional(s.int64({ description: 'Generation of the spec that this status describes.' })),
    readyReplicas: s.optional(s.int32({ description: 'Pods that are ready.' })),
    replicas: s.int32({ description: 'Pods that exist for this set.', default: 0 }),
    updateRevision: s.optional(s.string({ description: 'Revision to which the set is being updated.' })),
    updatedReplicas: s.optional(s.int32({ description: 'Pods made from the revision in updateRevision.' })),
  },
  { description: 'What the controller last saw of a StatefulSet.', component: 'io.k8s.api.apps.v1.StatefulSetStatus' },
)
export type StatefulSetStatus = TypeOf<typeof StatefulSetStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.with(StatefulSetSpec, { description: 'The pods and their identities, as wanted.', default: {} }),
    status: s.optional(
      s.with(StatefulSetStatus, {
        description: 'What the controller last observed; written by it alone.',
        default: {},
      }),
    ),
  },
  {
    description: 'Runs pods that keep a stable name, network identity and storage across restarts.',
    component: 'io.k8s.api.apps.v1.StatefulSet',
  },
)

export const StatefulSet = defineKind({
  group: 'apps',
  version: 'v1',
  kind: 'StatefulSet',
  plural: 'statefulsets',
  scope: 'Namespaced',
  shortNames: ['sts'],
  categories: ['all'],
  statusSubresource: true,
  schema,
  columns: statefulSetTable.columns,
  scale: {
    specReplicasPath: '.spec.replicas',
    statusReplicasPath: '.status.replicas',
    labelSelectorPath: '.spec.selector',
  },
  nameRule: 'dns-label',
  rules: statefulSetRules,
})
export type StatefulSet = TypeOf<typeof schema>
