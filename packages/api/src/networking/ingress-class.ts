import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { ingressClassRules, ingressClassTable } from './ingress-class.rules.ts'

export const IngressClassParametersReference = s.object(
  {
    apiGroup: s.optional(s.string({ description: 'Group of the object; empty for the core group.' })),
    kind: s.string({ description: 'Kind of the object.', default: '' }),
    name: s.string({ description: 'Name of the object.', default: '' }),
    namespace: s.optional(
      s.string({ description: 'Namespace of the object; needed with scope Namespace, not allowed with Cluster.' }),
    ),
    scope: s.optional(
      s.string({
        description: 'Whether the object is cluster-wide (Cluster, the default) or in a namespace (Namespace).',
      }),
    ),
  },
  {
    description: 'An object that holds settings for the controller of a class.',
    component: 'io.k8s.api.networking.v1.IngressClassParametersReference',
  },
)
export type IngressClassParametersReference = TypeOf<typeof IngressClassParametersReference>

export const IngressClassSpec = s.object(
  {
    controller: s.optional(
      s.string({
        description: 'Controller that serves Ingresses of this class, such as example.com/ingress. Cannot change.',
      }),
    ),
    parameters: s.optional(
      s.with(IngressClassParametersReference, { description: 'Further settings for the controller.' }),
    ),
  },
  { description: 'Which controller serves a class.', component: 'io.k8s.api.networking.v1.IngressClassSpec' },
)
export type IngressClassSpec = TypeOf<typeof IngressClassSpec>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.defaulted(s.with(IngressClassSpec, { description: 'Which controller serves the class.', default: {} })),
  },
  {
    description: 'A class of Ingresses, served by one controller.',
    component: 'io.k8s.api.networking.v1.IngressClass',
  },
)

export const IngressClass = defineKind({
  group: 'networking.k8s.io',
  version: 'v1',
  kind: 'IngressClass',
  plural: 'ingressclasses',
  scope: 'Cluster',
  schema,
  columns: ingressClassTable.columns,
  rules: ingressClassRules,
})
export type IngressClass = TypeOf<typeof schema>
