import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { PodTemplateSpec } from './pod-spec.ts'
import { podTemplateRules, podTemplateTable } from './pod-template.rules.ts'

const schema = s.object(
  {
    ...kubeObject,
    template: s.optional(s.with(PodTemplateSpec, { description: 'The template.', default: {} })),
  },
  { description: 'A stored pod template.', component: 'io.k8s.api.core.v1.PodTemplate' },
)

export const PodTemplate = defineKind({
  group: '',
  version: 'v1',
  kind: 'PodTemplate',
  plural: 'podtemplates',
  scope: 'Namespaced',
  schema,
  columns: podTemplateTable.columns,
  rules: podTemplateRules,
})
export type PodTemplate = TypeOf<typeof schema>
