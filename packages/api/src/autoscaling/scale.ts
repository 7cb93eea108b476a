import { objectMeta, s, type TypeOf } from '@skep/schema'

export const ScaleSpec = s.object(
  {
    replicas: s.optional(s.int32({ description: 'Wanted replicas.', default: 0 })),
  },
  { description: 'How many replicas are wanted.', component: 'io.k8s.api.autoscaling.v1.ScaleSpec' },
)
export type ScaleSpec = TypeOf<typeof ScaleSpec>

export const ScaleStatus = s.object(
  {
    replicas: s.int32({ description: 'Replicas last seen.', default: 0 }),
    selector: s.optional(
      s.string({ description: 'Label selector of the pods, as a string that fits a list request.' }),
    ),
  },
  { description: 'How many replicas there are.', component: 'io.k8s.api.autoscaling.v1.ScaleStatus' },
)
export type ScaleStatus = TypeOf<typeof ScaleStatus>

export const Scale = s.object(
  {
    apiVersion: s.optional(s.string({ description: 'Version of this representation.' })),
    kind: s.optional(s.string({ description: 'Kind of this representation.' })),
    metadata: s.optional(s.with(objectMeta, { description: 'Name and identity of the scaled object.', default: {} })),
    spec: s.optional(s.with(ScaleSpec, { description: 'How many replicas are wanted.', default: {} })),
    status: s.optional(s.with(ScaleStatus, { description: 'How many replicas there are.', default: {} })),
  },
  {
    description: 'The replica count of a workload, for anything that scales without knowing its kind.',
    component: 'io.k8s.api.autoscaling.v1.Scale',
  },
)
export type Scale = TypeOf<typeof Scale>
