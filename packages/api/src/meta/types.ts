import { s, type TypeOf } from '@skep/schema'

export const Condition = s.object(
  {
    lastTransitionTime: s.time({ description: 'When the status last changed.' }),
    message: s.string({ description: 'Details, for people. May be empty.', default: '' }),
    observedGeneration: s.optional(s.int64({ description: 'Generation of the object that the condition is about.' })),
    reason: s.string({ description: 'Why, as one CamelCase word for programs.', default: '' }),
    status: s.string({ description: 'True, False or Unknown.', default: '' }),
    type: s.string({ description: 'The aspect, in CamelCase or with a domain in front.', default: '' }),
  },
  { description: 'One aspect of the state of an object.', component: 'io.k8s.apimachinery.pkg.apis.meta.v1.Condition' },
)
export type Condition = TypeOf<typeof Condition>

export const FieldSelectorRequirement = s.object(
  {
    key: s.string({ description: 'Key of the field selector.', default: '' }),
    operator: s.string({ description: 'In, NotIn, Exists or DoesNotExist.', default: '' }),
    values: s.optional(s.array(s.string(), { description: 'Values for In and NotIn.', listType: 'atomic' })),
  },
  {
    description: 'A condition on a field of an object.',
    component: 'io.k8s.apimachinery.pkg.apis.meta.v1.FieldSelectorRequirement',
  },
)
export type FieldSelectorRequirement = TypeOf<typeof FieldSelectorRequirement>

export const LabelSelectorRequirement = s.object(
  {
    key: s.string({ description: 'Key of the label.', default: '' }),
    operator: s.string({ description: 'In, NotIn, Exists or DoesNotExist.', default: '' }),
    values: s.optional(s.array(s.string(), { description: 'Values for In and NotIn.', listType: 'atomic' })),
  },
  {
    description: 'A condition on a label.',
    component: 'io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelectorRequirement',
  },
)
export type LabelSelectorRequirement = TypeOf<typeof LabelSelectorRequirement>

export const LabelSelector = s.object(
  {
    matchExpressions: s.optional(
      s.array(LabelSelectorRequirement, { description: 'Conditions on labels.', listType: 'atomic' }),
    ),
    matchLabels: s.optional(s.map(s.string(), { description: 'Labels and the value each must have.' })),
  },
  {
    description: 'Objects, chosen by label. All conditions must hold; an empty selector matches everything.',
    component: 'io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector',
    mapType: 'atomic',
  },
)
export type LabelSelector = TypeOf<typeof LabelSelector>
