import { objectMeta, s, type TypeOf } from '@skep/schema'
import { DeleteOptions } from '../meta/delete-options.ts'

export const Eviction = s.object(
  {
    apiVersion: s.optional(s.string({ description: 'Version of this representation.' })),
    deleteOptions: s.optional(
      s.with(DeleteOptions, { description: 'Options of the deletion, such as the grace period.' }),
    ),
    kind: s.optional(s.string({ description: 'Kind of this representation.' })),
    metadata: s.optional(s.with(objectMeta, { description: 'Name and namespace of the pod to evict.', default: {} })),
  },
  {
    description: 'Asks to delete a pod, unless a disruption budget forbids it for now.',
    component: 'io.k8s.api.policy.v1.Eviction',
  },
)
export type Eviction = TypeOf<typeof Eviction>
