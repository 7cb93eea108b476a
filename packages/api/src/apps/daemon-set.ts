import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { PodTemplateSpec } from '../core/pod-spec.ts'
import { LabelSelector } from '../meta/types.ts'
import { daemonSetRules } from './daemon-set.rules.ts'
import { daemonSetTable } from './daemon-set.table.ts'

export const RollingUpdateDaemonSet = s.object(
  {
    maxSurge: s.optional(
      s.intOrString({
        description:
          'Nodes, as a count or percentage, that may run a new pod beside the old one during the update. 0 by default, and cannot be 0 when maxUnavailable is 0.',
      }),
    ),
    maxUnavailable: s.optional(
      s.intOrString({
        description: 'Pods, as a count or percentage of all, that may be unavailable during the update. 1 by default.',
      }),
    ),
  },
  {
    description: 'How many pods of a DaemonSet may be down, or extra, while it rolls out a change.',
    component: 'io.k8s.api.apps.v1.RollingUpdateDaemonSet',
  },
)
export type RollingUpdateDaemonSet = TypeOf<typeof RollingUpdateDaemonSet>

export const DaemonSetUpdateStrategy = s.object(
  {
    rollingUpdate: s.optional(
      s.with(RollingUpdateDaemonSet, { description: 'Limits of a rolling update; only with type RollingUpdate.' }),
    ),
    type: s.optional(
      s.string({
        description:
          'RollingUpdate replaces pods step by step (the default); OnDelete waits until someone deletes them.',
      }),
    ),
  },
  {
    description: 'How a DaemonSet replaces its pods when the template changes.',
    component: 'io.k8s.api.apps.v1.DaemonSetUpdateStrategy',
  },
)
export type DaemonSetUpdateStrategy = TypeOf<typeof DaemonSetUpdateStrategy>

export const DaemonSetSpec = s.object(
  {
    minReadySeconds: s.optional(
      s.int32({ description: 'Seconds a new pod must stay ready before it counts as available. 0 by default.' }),
    ),
    revisionHistoryLimit: s.optional(s.int32({ description: 'Old revisions kept for rollback. 10 by default.' })),
    selector: s.with(LabelSelector, {
      description: 'Which pods belong to this DaemonSet; must match the labels of the template and cannot change.',
    }),
    template: s.with(PodTemplateSpec, { description: 'The pod that is created on each matching node.', default: {} }),
    updateStrategy: s.optional(
      s.with(DaemonSetUpdateStrategy, {
        description: 'How running pods are replaced after a change of the template.',
        default: {},
      }),
    ),
  },
  {
    description: "What a DaemonSet should run, and on every node that its template's scheduling rules allow.",
    component: 'io.k8s.api.apps.v1.DaemonSetSpec',
  },
)
export type DaemonSetSpec = TypeOf<typeof DaemonSetSpec>

export const DaemonSetCondition = s.object(
  {
    lastTransitionTime: s.optional(s.time({ description: 'When the status of this condition last changed.' })),
    message: s.optional(s.string({ description: 'Details for people.' })),
    reason: s.optional(s.string({ description: 'One word for machines on why the status is what it is.' })),
    status: s.optional(s.string({ description: 'True, False or Unknown.', default: '' })),
    type: s.optional(s.string({ description: 'What is observed.', default: '' })),
  },
  { description: 'One observation about a DaemonSet.', component: 'io.k8s.api.apps.v1.DaemonSetCondition' },
)
export type DaemonSetCondition = TypeOf<typeof DaemonSetCondition>

export const DaemonSetStatus = s.object(
  {
    collisionCount: s.optional(
      s.int32({ description: 'How often the name of a revision was already taken; feeds the hash of the next one.' }),
    ),
    conditions: s.optional(
      s.array(DaemonSetCondition, {
        description: 'Observations about the DaemonSet, one per type.',
        listType: 'map',
        listMapKeys: ['type'],
        patchStrategy: 'merge',
        patchMergeKey: 'type',
      }),
    ),
    currentNumberScheduled: s.int32({
      description: 'Nodes that run at least one pod of this set and should.',
      default: 0,
    }),
    desiredNumberScheduled: s.int32({ description: 'Nodes that should run a pod of this set.', default: 0 }),
    numberAvailable: s.optional(s.int32({ description: 'Nodes whose pod has been ready for minReadySeconds.' })),
    numberMisscheduled: s.int32({ description: 'Nodes that run a pod of this set but should not.', default: 0 }),
    numberReady: s.int32({ description: 'Nodes whose pod is ready.', default: 0 }),
    numberUnavailable: s.optional(s.int32({ description: 'Nodes that should run an available pod but do not.' })),
    observedGeneration: s.optional(s.int64({ description: 'Generation of the spec that this status describes.' })),
    updatedNumberScheduled: s.optional(s.int32({ description: 'Nodes whose pod was made from the current template.' })),
  },
  { description: 'What the controller last saw of a DaemonSet.', component: 'io.k8s.api.apps.v1.DaemonSetStatus' },
)
export type DaemonSetStatus = TypeOf<typeof DaemonSetStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.with(DaemonSetSpec, { description: 'What to run and where.', default: {} }),
    status: s.optional(
      s.with(DaemonSetStatus, { description: 'What the controller last observed; written by it alone.', default: {} }),
    ),
  },
  {
    description: 'Runs one copy of a pod on every matching node, and adds or removes it as nodes come and go.',
    component: 'io.k8s.api.apps.v1.DaemonSet',
  },
)

export const DaemonSet = defineKind({
  group: 'apps',
  version: 'v1',
  kind: 'DaemonSet',
  plural: 'daemonsets',
  scope: 'Namespaced',
  shortNames: ['ds'],
  categories: ['all'],
  statusSubresource: true,
  schema,
  columns: daemonSetTable.columns,
  rules: daemonSetRules,
})
export type DaemonSet = TypeOf<typeof schema>
