import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { Condition, LabelSelector } from '../meta/types.ts'
import { podDisruptionBudgetRules, podDisruptionBudgetTable } from './pod-disruption-budget.rules.ts'

export const PodDisruptionBudgetSpec = s.object(
  {
    maxUnavailable: s.optional(
      s.intOrString({
        description:
          'Pods, as a count or percentage, that may be unavailable after an eviction. Not together with minAvailable.',
      }),
    ),
    minAvailable: s.optional(
      s.intOrString({
        description:
          'Pods, as a count or percentage, that must stay available after an eviction. Not together with maxUnavailable.',
      }),
    ),
    selector: s.optional(
      s.with(LabelSelector, {
        description: 'Which pods the budget protects. Empty means all of the namespace; absent means none.',
      }),
    ),
    unhealthyPodEvictionPolicy: s.optional(
      s.string({
        description:
          'Whether unready pods may always be evicted (AlwaysAllow) or only while the budget holds (IfHealthyBudget, the default).',
      }),
    ),
  },
  {
    description: 'How many pods must stay, or may go, when pods are evicted.',
    component: 'io.k8s.api.policy.v1.PodDisruptionBudgetSpec',
  },
)
export type PodDisruptionBudgetSpec = TypeOf<typeof PodDisruptionBudgetSpec>

export const PodDisruptionBudgetStatus = s.object(
  {
    conditions: s.optional(
      s.array(Condition, {
        description: 'Observations about the budget, such as DisruptionAllowed.',
        listType: 'map',
        listMapKeys: ['type'],
        patchStrategy: 'merge',
        patchMergeKey: 'type',
      }),
    ),
    currentHealthy: s.optional(s.int32({ description: 'Pods that are healthy now.', default: 0 })),
    desiredHealthy: s.optional(s.int32({ description: 'Pods that must be healthy.', default: 0 })),
    disruptedPods: s.optional(
      s.map(s.time(), {
        description: 'Pods whose eviction was allowed but that are not gone yet, with the time of each.',
      }),
    ),
    disruptionsAllowed: s.optional(s.int32({ description: 'Evictions that are allowed now.', default: 0 })),
    expectedPods: s.optional(s.int32({ description: 'Pods that the budget covers.', default: 0 })),
    observedGeneration: s.optional(
      s.int64({
        description: 'Generation of the spec that this status describes; evictions wait until it is current.',
      }),
    ),
  },
  {
    description: 'What the controller last worked out for a budget.',
    component: 'io.k8s.api.policy.v1.PodDisruptionBudgetStatus',
  },
)
export type PodDisruptionBudgetStatus = TypeOf<typeof PodDisruptionBudgetStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.defaulted(
      s.with(PodDisruptionBudgetSpec, { description: 'Which pods to protect, and how well.', default: {} }),
    ),
    status: s.optional(
      s.with(PodDisruptionBudgetStatus, {
        description: 'What the controller last worked out; written by it and by evictions.',
        default: {},
      }),
    ),
  },
  {
    description: 'Limits how many pods of an application may be evicted at a time.',
    component: 'io.k8s.api.policy.v1.PodDisruptionBudget',
  },
)

export const PodDisruptionBudget = defineKind({
  group: 'policy',
  version: 'v1',
  kind: 'PodDisruptionBudget',
  plural: 'poddisruptionbudgets',
  scope: 'Namespaced',
  shortNames: ['pdb'],
  statusSubresource: true,
  schema,
  columns: podDisruptionBudgetTable.columns,
  rules: podDisruptionBudgetRules,
})
export type PodDisruptionBudget = TypeOf<typeof schema>
