import { s, type TypeOf } from '@skep/schema'

export const LocalObjectReference = s.object(
  {
    name: s.optional(s.string({ omitEmpty: true, description: 'Name of the object.' })),
  },
  {
    description: 'An object in the same namespace.',
    component: 'io.k8s.api.core.v1.LocalObjectReference',
    mapType: 'atomic',
  },
)
export type LocalObjectReference = TypeOf<typeof LocalObjectReference>

export const ObjectReference = s.object(
  {
    apiVersion: s.optional(s.string({ omitEmpty: true, description: 'API version of the object.' })),
    fieldPath: s.optional(
      s.string({ omitEmpty: true, description: 'Part of the object, such as spec.containers{name}.' }),
    ),
    kind: s.optional(s.string({ omitEmpty: true, description: 'Kind of the object.' })),
    name: s.optional(s.string({ omitEmpty: true, description: 'Name of the object.' })),
    namespace: s.optional(s.string({ omitEmpty: true, description: 'Namespace of the object.' })),
    resourceVersion: s.optional(s.string({ omitEmpty: true, description: 'Version of the object that is meant.' })),
    uid: s.optional(s.string({ omitEmpty: true, description: 'Uid of the object.' })),
  },
  { description: 'An object, anywhere.', component: 'io.k8s.api.core.v1.ObjectReference', mapType: 'atomic' },
)
export type ObjectReference = TypeOf<typeof ObjectReference>

export const SecretReference = s.object(
  {
    name: s.optional(s.string({ omitEmpty: true, description: 'Name of the Secret.' })),
    namespace: s.optional(s.string({ omitEmpty: true, description: 'Namespace of the Secret.' })),
  },
  { description: 'A Secret in any namespace.', component: 'io.k8s.api.core.v1.SecretReference', mapType: 'atomic' },
)
export type SecretReference = TypeOf<typeof SecretReference>

export const TopologySelectorLabelRequirement = s.object(
  {
    key: s.string({ description: 'Key of the label.', default: '' }),
    values: s.array(s.string(), { description: 'Values of which one must match.', listType: 'atomic' }),
  },
  {
    description: 'A label and the values it may have.',
    component: 'io.k8s.api.core.v1.TopologySelectorLabelRequirement',
  },
)
export type TopologySelectorLabelRequirement = TypeOf<typeof TopologySelectorLabelRequirement>

export const TopologySelectorTerm = s.object(
  {
    matchLabelExpressions: s.optional(
      s.array(TopologySelectorLabelRequirement, { description: 'The requirements.', listType: 'atomic' }),
    ),
  },
  {
    description: 'Requirements on the labels of a node, all of which must hold.',
    component: 'io.k8s.api.core.v1.TopologySelectorTerm',
    mapType: 'atomic',
  },
)
export type TopologySelectorTerm = TypeOf<typeof TopologySelectorTerm>

export const TypedLocalObjectReference = s.object(
  {
    apiGroup: s.optional(s.string({ description: 'Group of its API; empty for the core one.' })),
    kind: s.string({ description: 'Kind of the object.', default: '' }),
    name: s.string({ description: 'Name of the object.', default: '' }),
  },
  {
    description: 'An object of a stated kind in the same namespace.',
    component: 'io.k8s.api.core.v1.TypedLocalObjectReference',
    mapType: 'atomic',
  },
)
export type TypedLocalObjectReference = TypeOf<typeof TypedLocalObjectReference>

export const TypedObjectReference = s.object(
  {
    apiGroup: s.optional(s.string({ description: 'Group of its API; empty for the core one.' })),
    kind: s.string({ description: 'Kind of the object.', default: '' }),
    name: s.string({ description: 'Name of the object.', default: '' }),
    namespace: s.optional(s.string({ description: 'Namespace of the object, when it is another.' })),
  },
  { description: 'An object of a stated kind.', component: 'io.k8s.api.core.v1.TypedObjectReference' },
)
export type TypedObjectReference = TypeOf<typeof TypedObjectReference>
