import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { plainTable } from '../rules/table.ts'
import { limitRangeRules } from './limit-range.rules.ts'

export const LimitRangeItem = s.object(
  {
    default: s.optional(s.map(s.quantity(), { description: 'Limits given to those that set none.' })),
    defaultRequest: s.optional(s.map(s.quantity(), { description: 'Requests given to those that set none.' })),
    max: s.optional(s.map(s.quantity(), { description: 'The most that one of them may use.' })),
    maxLimitRequestRatio: s.optional(
      s.map(s.quantity(), { description: 'How many times its request a limit may be.' }),
    ),
    min: s.optional(s.map(s.quantity(), { description: 'The least that one of them must ask for.' })),
    type: s.string({ description: 'What is limited: Container, Pod or PersistentVolumeClaim.', default: '' }),
  },
  { description: 'Limits for one type of thing in a namespace.', component: 'io.k8s.api.core.v1.LimitRangeItem' },
)
export type LimitRangeItem = TypeOf<typeof LimitRangeItem>

export const LimitRangeSpec = s.object(
  {
    limits: s.array(LimitRangeItem, { description: 'Limits by type.', listType: 'atomic' }),
  },
  { description: 'The limits of a namespace.', component: 'io.k8s.api.core.v1.LimitRangeSpec' },
)
export type LimitRangeSpec = TypeOf<typeof LimitRangeSpec>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.optional(s.with(LimitRangeSpec, { description: 'The limits.', default: {} })),
  },
  {
    description: 'Limits and defaults for the resources of each pod, container or claim in a namespace.',
    component: 'io.k8s.api.core.v1.LimitRange',
  },
)

export const LimitRange = defineKind({
  group: '',
  version: 'v1',
  kind: 'LimitRange',
  plural: 'limitranges',
  scope: 'Namespaced',
  shortNames: ['limits'],
  schema,
  columns: plainTable.columns,
  createOnUpdate: true,
  rules: limitRangeRules,
})
export type LimitRange = TypeOf<typeof schema>
