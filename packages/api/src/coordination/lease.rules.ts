import { fieldError, type KindRules } from '@skep/schema'
import { validateNonNegative } from '../meta/validation.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import type { Lease } from './lease.ts'

/** What `kubectl get leases` shows. */
export const leaseTable = defineTable<Lease>(
  nameColumn,
  {
    name: 'Holder',
    description:
      'holderIdentity contains the identity of the holder of a current lease. If Coordinated Leader Election is used, the holder identity must be equal to the elected LeaseCandidate.metadata.name field.',
    cell: ({ spec }) => spec.holderIdentity ?? '',
  },
  ageColumn,
)

/** What Leases do beyond their schema. */
export const leaseRules: KindRules<Lease> = {
  validate: ({ spec: { leaseDurationSeconds = 1, leaseTransitions } }) => [
    ...(leaseDurationSeconds > 0
      ? []
      : [fieldError.invalid('spec.leaseDurationSeconds', leaseDurationSeconds, 'must be greater than 0')]),
    ...validateNonNegative(leaseTransitions, 'spec.leaseTransitions'),
  ],
  cells: leaseTable.cells,
}
