import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { leaseRules, leaseTable } from './lease.rules.ts'

export const LeaseSpec = s.object(
  {
    acquireTime: s.optional(s.microTime({ description: 'When the current holder got the lease.' })),
    holderIdentity: s.optional(s.string({ description: 'Who holds the lease.' })),
    leaseDurationSeconds: s.optional(
      s.int32({ description: 'Seconds after renewTime that others have to wait before they may take the lease.' }),
    ),
    leaseTransitions: s.optional(s.int32({ description: 'How often the lease went from one holder to another.' })),
    renewTime: s.optional(s.microTime({ description: 'When the holder last renewed the lease.' })),
  },
  { description: 'Who holds a lease, and how long it is good for.', component: 'io.k8s.api.coordination.v1.LeaseSpec' },
)
export type LeaseSpec = TypeOf<typeof LeaseSpec>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.defaulted(s.with(LeaseSpec, { description: 'Who holds the lease, and how long.', default: {} })),
  },
  {
    description: 'A lock that expires unless its holder renews it; used for leader election and heartbeats.',
    component: 'io.k8s.api.coordination.v1.Lease',
  },
)

export const Lease = defineKind({
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  scope: 'Namespaced',
  schema,
  columns: leaseTable.columns,
  createOnUpdate: true,
  rules: leaseRules,
})
export type Lease = TypeOf<typeof schema>
