import { s, type TypeOf } from '@skep/schema'
import { LabelSelector } from '../meta/types.ts'

export const NodeSelectorRequirement = s.object(
  {
    key: s.string({ description: 'Key of the label.', default: '' }),
    operator: s.string({ description: 'In, NotIn, Exists, DoesNotExist, Gt or Lt.', default: '' }),
    values: s.optional(
      s.array(s.string(), { description: 'Values for In and NotIn; one integer for Gt and Lt.', listType: 'atomic' }),
    ),
  },
  {
    description: 'A condition on a label or field of a node.',
    component: 'io.k8s.api.core.v1.NodeSelectorRequirement',
  },
)
export type NodeSelectorRequirement = TypeOf<typeof NodeSelectorRequirement>

export const NodeSelectorTerm = s.object(
  {
    matchExpressions: s.optional(
      s.array(NodeSelectorRequirement, { description: 'Conditions on labels.', listType: 'atomic' }),
    ),
    matchFields: s.optional(
      s.array(NodeSelectorRequirement, {
        description: 'Conditions on fields; only metadata.name.',
        listType: 'atomic',
      }),
    ),
  },
  {
    description: 'Conditions on a node, all of which must hold. An empty one matches nothing.',
    component: 'io.k8s.api.core.v1.NodeSelectorTerm',
    mapType: 'atomic',
  },
)
export type NodeSelectorTerm = TypeOf<typeof NodeSelectorTerm>

export const NodeSelector = s.object(
  {
    nodeSelectorTerms: s.array(NodeSelectorTerm, { description: 'The terms.', listType: 'atomic' }),
  },
  {
    description: 'Terms of which one must match a node.',
    component: 'io.k8s.api.core.v1.NodeSelector',
    mapType: 'atomic',
  },
)
export type NodeSelector = TypeOf<typeof NodeSelector>

export const PreferredSchedulingTerm = s.object(
  {
    preference: s.with(NodeSelectorTerm, { description: 'Which nodes.', default: {} }),
    weight: s.int32({ description: 'How much it counts, 1 to 100.', default: 0 }),
  },
  { description: 'A wish about nodes, with its weight.', component: 'io.k8s.api.core.v1.PreferredSchedulingTerm' },
)
export type PreferredSchedulingTerm = TypeOf<typeof PreferredSchedulingTerm>

export const NodeAffinity = s.object(
  {
    preferredDuringSchedulingIgnoredDuringExecution: s.optional(
      s.array(PreferredSchedulingTerm, { description: 'Wishes that count when a node is picked.', listType: 'atomic' }),
    ),
    requiredDuringSchedulingIgnoredDuringExecution: s.optional(
      s.with(NodeSelector, { description: 'What must hold when a node is picked.' }),
    ),
  },
  { description: 'Which nodes a pod wants.', component: 'io.k8s.api.core.v1.NodeAffinity' },
)
export type NodeAffinity = TypeOf<typeof NodeAffinity>

export const PodAffinityTerm = s.object(
  {
    labelSelector: s.optional(s.with(LabelSelector, { description: 'Which pods, by their labels.' })),
    matchLabelKeys: s.optional(
      s.array(s.string(), { description: 'Labels whose values must equal those of the new pod.', listType: 'atomic' }),
    ),
    mismatchLabelKeys: s.optional(
      s.array(s.string(), {
        description: 'Labels whose values must differ from those of the new pod.',
        listType: 'atomic',
      }),
    ),
    namespaceSelector: s.optional(
      s.with(LabelSelector, { description: 'Namespaces to look in, by label; an empty selector means all.' }),
    ),
    namespaces: s.optional(
      s.array(s.string(), { description: 'Namespaces to look in. Its own when neither is set.', listType: 'atomic' }),
    ),
    topologyKey: s.string({ description: 'Node label whose equal values mean near.', default: '' }),
  },
  { description: 'Pods to be near to, or away from.', component: 'io.k8s.api.core.v1.PodAffinityTerm' },
)
export type PodAffinityTerm = TypeOf<typeof PodAffinityTerm>

export const WeightedPodAffinityTerm = s.object(
  {
    podAffinityTerm: s.with(PodAffinityTerm, { description: 'Which pods.', default: {} }),
    weight: s.int32({ description: 'How much it counts, 1 to 100.', default: 0 }),
  },
  { description: 'A wish about neighbours, with its weight.', component: 'io.k8s.api.core.v1.WeightedPodAffinityTerm' },
)
export type WeightedPodAffinityTerm = TypeOf<typeof WeightedPodAffinityTerm>

export const PodAffinity = s.object(
  {
    preferredDuringSchedulingIgnoredDuringExecution: s.optional(
      s.array(WeightedPodAffinityTerm, { description: 'Wishes that count when a node is picked.', listType: 'atomic' }),
    ),
    requiredDuringSchedulingIgnoredDuringExecution: s.optional(
      s.array(PodAffinityTerm, { description: 'What must hold when a node is picked.', listType: 'atomic' }),
    ),
  },
  { description: 'Pods to be near to.', component: 'io.k8s.api.core.v1.PodAffinity' },
)
export type PodAffinity = TypeOf<typeof PodAffinity>

export const PodAntiAffinity = s.object(
  {
    preferredDuringSchedulingIgnoredDuringExecution: s.optional(
      s.array(WeightedPodAffinityTerm, { description: 'Wishes that count when a node is picked.', listType: 'atomic' }),
    ),
    requiredDuringSchedulingIgnoredDuringExecution: s.optional(
      s.array(PodAffinityTerm, { description: 'What must hold when a node is picked.', listType: 'atomic' }),
    ),
  },
  { description: 'Pods to be away from.', component: 'io.k8s.api.core.v1.PodAntiAffinity' },
)
export type PodAntiAffinity = TypeOf<typeof PodAntiAffinity>

export const Affinity = s.object(
  {
    nodeAffinity: s.optional(s.with(NodeAffinity, { description: 'Nodes.' })),
    podAffinity: s.optional(s.with(PodAffinity, { description: 'Pods to be near to.' })),
    podAntiAffinity: s.optional(s.with(PodAntiAffinity, { description: 'Pods to be away from.' })),
  },
  { description: 'Which nodes and neighbours a pod wants or avoids.', component: 'io.k8s.api.core.v1.Affinity' },
)
export type Affinity = TypeOf<typeof Affinity>

export const Toleration = s.object(
  {
    effect: s.optional(s.string({ omitEmpty: true, description: 'Effect of the taints. All effects when empty.' })),
    key: s.optional(s.string({ omitEmpty: true, description: 'Key of the taints. All keys when empty, with Exists.' })),
    operator: s.optional(s.string({ omitEmpty: true, description: 'Exists, Equal, Lt or Gt. Equal when not set.' })),
    tolerationSeconds: s.optional(
      s.int64({ description: 'How long a NoExecute taint is put up with. For ever when not set.' }),
    ),
    value: s.optional(s.string({ omitEmpty: true, description: 'Value of the taints, for Equal.' })),
  },
  { description: 'Taints that a pod puts up with.', component: 'io.k8s.api.core.v1.Toleration' },
)
export type Toleration = TypeOf<typeof Toleration>

export const TopologySpreadConstraint = s.object(
  {
    labelSelector: s.optional(s.with(LabelSelector, { description: 'Which pods are counted.' })),
    matchLabelKeys: s.optional(
      s.array(s.string(), {
        description: 'Labels whose values must equal those of the new pod for a pod to be counted.',
        listType: 'atomic',
      }),
    ),
    maxSkew: s.int32({ description: 'How uneven it may get.', default: 0 }),
    minDomains: s.optional(s.int32({ description: 'How many domains there should be at least.' })),
    nodeAffinityPolicy: s.optional(
      s.string({ description: 'Honor or Ignore the node affinity of the pod when counting nodes.' }),
    ),
    nodeTaintsPolicy: s.optional(s.string({ description: 'Honor or Ignore taints when counting nodes.' })),
    topologyKey: s.string({ description: 'Node label whose values are the domains.', default: '' }),
    whenUnsatisfiable: s.string({ description: 'DoNotSchedule or ScheduleAnyway.', default: '' }),
  },
  {
    description: 'How evenly to spread pods over a topology.',
    component: 'io.k8s.api.core.v1.TopologySpreadConstraint',
  },
)
export type TopologySpreadConstraint = TypeOf<typeof TopologySpreadConstraint>
