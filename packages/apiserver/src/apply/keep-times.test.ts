import type { KubeObject, ManagedFieldsEntry } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { keepTimes } from './keep-times.ts'

const entry = (time: string, manager = 'm'): ManagedFieldsEntry => ({
  manager,
  operation: 'Apply',
  apiVersion: 'v1',
  time,
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:data': {} },
})
const object = (managedFields: ManagedFieldsEntry[], data = 'x') =>
  ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', managedFields }, data }) as KubeObject

const EARLIER = '2026-01-01T00:00:00Z'
const LATER = '2026-01-02T00:00:00Z'

describe('the time of an entry', () => {
  it('stays when nothing but it would change', () => {
    expect(keepTimes(object([entry(EARLIER)]), object([entry(LATER)]))).toEqual([entry(EARLIER)])
  })

  it.each([
    ['the object changes', object([entry(LATER)], 'y')],
    ['an entry changes', object([entry(LATER, 'other')])],
    ['an entry comes', object([entry(EARLIER), entry(LATER, 'other')])],
  ])('moves on when %s', (_, next) => {
    expect(keepTimes(object([entry(EARLIER)]), next)).toBe(next.metadata.managedFields)
  })

  it('does not matter where there are no entries', () => {
    const bare = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }

    expect(keepTimes(bare, bare)).toEqual([])
  })
})
