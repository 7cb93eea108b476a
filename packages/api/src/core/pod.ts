import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { podRules, podSelectableFields } from './pod.rules.ts'
import { podTable } from './pod.table.ts'
import { PodSpec } from './pod-spec.ts'
import { PodStatus } from './pod-status.ts'

const schema = s.object(
  {
    ...kubeObject,
    spec: s.optional(s.with(PodSpec, { description: 'What should run.', default: {} })),
    status: s.optional(
      s.with(PodStatus, { description: 'What is known of it, mostly written by the kubelet.', default: {} }),
    ),
  },
  {
    description: 'Containers that run together on one node, the smallest thing that can be deployed.',
    component: 'io.k8s.api.core.v1.Pod',
  },
)

export const Pod = defineKind({
  group: '',
  version: 'v1',
  kind: 'Pod',
  plural: 'pods',
  scope: 'Namespaced',
  shortNames: ['po'],
  categories: ['all'],
  statusSubresource: true,
  schema,
  columns: podTable.columns,
  selectableFields: podSelectableFields,
  rules: podRules,
})
export type Pod = TypeOf<typeof schema>
