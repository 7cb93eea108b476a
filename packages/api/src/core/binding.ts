import { objectMeta, s, type TypeOf } from '@skep/schema'
import { ObjectReference } from './references.ts'

/** Puts a pod on a node: the body of `pods/binding`. */
export const Binding = s.object(
  {
    apiVersion: s.optional(s.string({ description: 'Version of this representation.' })),
    kind: s.optional(s.string({ description: 'Kind of this representation.' })),
    metadata: s.optional(s.with(objectMeta, { description: 'Name and namespace of the pod.', default: {} })),
    target: s.with(ObjectReference, { description: 'The node that the pod is to run on.', default: {} }),
  },
  { description: 'Puts a pod on a node.', component: 'io.k8s.api.core.v1.Binding' },
)
export type Binding = TypeOf<typeof Binding>
