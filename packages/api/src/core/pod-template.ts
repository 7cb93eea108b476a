import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { PodTemplateSpec } from './pod-spec.ts'

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
})
export type PodTemplate = ObjectOf<typeof PodTemplate>
