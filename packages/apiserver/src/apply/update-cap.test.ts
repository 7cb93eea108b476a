import type { ManagedFieldsEntry } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { managersOf, toEntries } from './managers.ts'
import { capUpdateManagers } from './update-cap.ts'

const updater = (index: number, apiVersion = 'v1'): ManagedFieldsEntry => ({
  manager: `m${index}`,
  operation: 'Update',
  apiVersion,
  time: `2026-01-01T00:00:${String(index).padStart(2, '0')}Z`,
  fieldsType: 'FieldsV1',
  fieldsV1: { [`f:${index}`]: {} },
})

function capped(entries: ManagedFieldsEntry[]): ManagedFieldsEntry[] {
  const managers = managersOf(entries)
  capUpdateManagers(managers)
  return toEntries(managers)
}

describe('the number of managers that update', () => {
  it('may be ten', () => {
    const ten = Array.from({ length: 10 }, (_, index) => updater(index))

    expect(capped(ten)).toEqual(ten)
  })

  it('stays at ten when the oldest become one', () => {
    const eleven = Array.from({ length: 11 }, (_, index) => updater(index))

    const entries = capped(eleven)

    expect(entries).toHaveLength(10)
    expect(entries[0]).toEqual({
      ...updater(1),
      manager: 'ancient-changes',
      fieldsV1: { 'f:0': {}, 'f:1': {} },
    })
  })

  it('stays at ten when there are old changes already', () => {
    const old = { ...updater(0), manager: 'ancient-changes' }
    const more = Array.from({ length: 10 }, (_, index) => updater(index + 1))

    const entries = capped([old, ...more])

    expect(entries).toHaveLength(10)
    expect(entries[0]).toMatchObject({ manager: 'ancient-changes', fieldsV1: { 'f:0': {}, 'f:1': {} } })
  })

  it('merges only what was written in the same version', () => {
    const mixed = Array.from({ length: 11 }, (_, index) => updater(index, index === 0 ? 'v1beta1' : 'v1'))

    const names = capped(mixed).map(({ manager, apiVersion }) => `${manager} ${apiVersion}`)

    expect(names.slice(0, 2)).toEqual(['m0 v1beta1', 'ancient-changes v1'])
  })

  it('does not count managers that apply', () => {
    const appliers = Array.from({ length: 20 }, (_, index) => ({ ...updater(index), operation: 'Apply' as const }))

    expect(capped(appliers)).toHaveLength(20)
  })
})
