import { describe, expect, it } from 'vitest'
import { created, refusal } from '../test/objects.ts'
import { Lease } from './lease.ts'

describe('a Lease', () => {
  it('need not be held by anyone', () => {
    expect(created(Lease, {}).spec).toEqual({})
    expect(refusal(Lease, {})).toEqual([])
  })

  it('is held for some time', () => {
    expect(refusal(Lease, { spec: { leaseDurationSeconds: 0, leaseTransitions: -1 } })).toEqual([
      'spec.leaseDurationSeconds: Invalid value: 0: must be greater than 0',
      'spec.leaseTransitions: Invalid value: -1: must be greater than or equal to 0',
    ])
  })

  it('shows its holder, and can be made by an update', () => {
    expect(Lease.rules.cells?.(created(Lease, { spec: { holderIdentity: 'h' } }), 0)).toEqual(['a', 'h', '<unknown>'])
    expect(Lease.createOnUpdate).toBe(true)
  })
})
