import { describe, expect, it } from 'vitest'
import { created, refusal, refusalOfUpdate } from '../test/objects.ts'
import { ControllerRevision } from './controller-revision.ts'

describe('a ControllerRevision', () => {
  it('is refused without data, or with a negative number', () => {
    expect(refusal(ControllerRevision, { revision: -1 })).toEqual([
      'revision: Invalid value: -1: must be greater than or equal to 0',
      'data: Required value: data is mandatory',
    ])
  })

  it('keeps its data, but may get another number', () => {
    const before = { data: { a: 1 }, revision: 1 }

    expect(refusalOfUpdate(ControllerRevision, before, { data: { a: 2 }, revision: 1 })).toEqual([
      'data: Invalid value: {"a":2}: field is immutable',
    ])
    expect(refusalOfUpdate(ControllerRevision, before, { data: { a: 1 }, revision: 2 })).toEqual([])
  })

  it('shows whose revision it is', () => {
    const owner = { apiVersion: 'apps/v1', kind: 'StatefulSet', name: 'db', uid: 'u', controller: true }
    const revision = created(ControllerRevision, {
      metadata: { name: 'db-1', ownerReferences: [owner] },
      data: {},
      revision: 4,
    })

    expect(ControllerRevision.rules.cells?.(revision, 0)).toEqual(['db-1', 'statefulset.apps/db', 4, '<unknown>'])
  })
})
