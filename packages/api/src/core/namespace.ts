import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { namespaceRules, namespaceTable } from './namespace.rules.ts'

export const NamespaceSpec = s.object(
  {
    finalizers: s.optional(
      s.array(s.string(), {
        description: 'Who must finish before the namespace goes away, once its deletion has begun.',
        listType: 'atomic',
      }),
    ),
  },
  { description: 'What a namespace wants.', component: 'io.k8s.api.core.v1.NamespaceSpec' },
)
export type NamespaceSpec = TypeOf<typeof NamespaceSpec>

export const NamespaceCondition = s.object(
  {
    lastTransitionTime: s.optional(s.time({ description: 'When the status last changed.' })),
    message: s.optional(s.string({ omitEmpty: true, description: 'Details, for people.' })),
    reason: s.optional(s.string({ omitEmpty: true, description: 'Why, as one word for programs.' })),
    status: s.string({ description: 'True, False or Unknown.', default: '' }),
    type: s.string({ description: 'The aspect, such as NamespaceContentRemaining.', default: '' }),
  },
  {
    description: 'One aspect of a namespace that is being deleted.',
    component: 'io.k8s.api.core.v1.NamespaceCondition',
  },
)
export type NamespaceCondition = TypeOf<typeof NamespaceCondition>

export const NamespaceStatus = s.object(
  {
    conditions: s.optional(
      s.array(NamespaceCondition, {
        description: 'Progress of a deletion.',
        listType: 'map',
        listMapKeys: ['type'],
        patchStrategy: 'merge',
        patchMergeKey: 'type',
      }),
    ),
    phase: s.optional(
      s.string({ omitEmpty: true, description: 'Active, or Terminating once its deletion has begun.' }),
    ),
  },
  { description: 'What is known of a namespace.', component: 'io.k8s.api.core.v1.NamespaceStatus' },
)
export type NamespaceStatus = TypeOf<typeof NamespaceStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.optional(s.with(NamespaceSpec, { description: 'What is wanted.', default: {} })),
    status: s.optional(s.with(NamespaceStatus, { description: 'What is known, written by the system.', default: {} })),
  },
  {
    description: "A scope for names: objects in different namespaces do not get in each other's way.",
    component: 'io.k8s.api.core.v1.Namespace',
  },
)

export const Namespace = defineKind({
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  scope: 'Cluster',
  shortNames: ['ns'],
  statusSubresource: true,
  schema,
  columns: namespaceTable.columns,
  selectableFields: ['status.phase', 'name'],
  nameRule: 'dns-label',
  // Deleting all namespaces at once is not a thing that anyone should do by mistake.
  verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'],
  rules: namespaceRules,
})
export type Namespace = TypeOf<typeof schema>
