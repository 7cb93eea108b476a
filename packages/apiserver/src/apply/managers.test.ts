import type { ManagedFieldsEntry } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { entryOf, managerId, managersOf, parseFieldSet, parseManagers, toEntries } from './managers.ts'

const entry = (changes: Partial<ManagedFieldsEntry>): ManagedFieldsEntry => ({
  manager: 'm',
  operation: 'Update',
  apiVersion: 'v1',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:data': {} },
  ...changes,
})

describe('managers', () => {
  it('are told apart by operation, version and subresource, appliers not by version', () => {
    const ids = [
      entry({}),
      entry({ operation: 'Apply' }),
      entry({ subresource: 'status' }),
      entry({ apiVersion: 'v2' }),
      entry({ manager: 'n' }),
    ].map(managerId)

    expect(new Set(ids).size).toBe(5)
    expect(managerId(entry({ operation: 'Apply', apiVersion: 'v2' }))).toBe(ids[1])
    expect(managerId(entry({ time: '2026-01-01T00:00:00Z', fieldsV1: {} }))).toBe(ids[0])
  })

  it('are shown appliers first, then by time, name, version and subresource', () => {
    const entries = [
      entry({ manager: 'c', time: '2026-01-01T00:00:02Z' }),
      entry({ manager: 'b', time: '2026-01-01T00:00:01Z' }),
      entry({ manager: 'a', time: '2026-01-01T00:00:02Z', subresource: 'status' }),
      entry({ manager: 'a', time: '2026-01-01T00:00:02Z' }),
      entry({ manager: 'z' }),
      entry({ manager: 'y', operation: 'Apply', time: '2026-01-01T00:00:09Z' }),
    ]

    const shown = toEntries(managersOf(entries)).map(({ manager, subresource }) => `${manager}${subresource ?? ''}`)

    expect(shown).toEqual(['y', 'z', 'b', 'a', 'astatus', 'c'])
  })

  it('have entries with members in the order the API shows them', () => {
    const name = { manager: 'm', operation: 'Apply', apiVersion: 'v1', subresource: 'status' } as const

    expect(Object.keys(entryOf(name, {}, '2026-01-01T00:00:00Z'))).toEqual([
      'manager',
      'operation',
      'apiVersion',
      'time',
      'fieldsType',
      'fieldsV1',
      'subresource',
    ])
    expect(entryOf({ ...name, subresource: '' }, {}, undefined)).not.toHaveProperty('subresource')
  })

  it.each<[Partial<ManagedFieldsEntry> | { operation: string }, string]>([
    [{ operation: 'Wrong' }, 'operation must be `Apply` or `Update`'],
    [{ apiVersion: '' }, 'apiVersion must not be empty'],
    [{ fieldsType: '' }, 'missing fieldsType in managed fields entry 0'],
    [{ fieldsType: 'FieldsV2' }, 'invalid fieldsType "FieldsV2" in managed fields entry 0'],
    [{ fieldsV1: { nonsense: {} } }, 'missing colon: nonsense'],
  ])('with %j are refused', (changes, message) => {
    expect(() => parseManagers([{ ...entry({}), ...changes } as ManagedFieldsEntry])).toThrow(message)
  })

  it('may own nothing when they come from a client', () => {
    const { fieldsV1: _, ...bare } = entry({})

    expect([...parseManagers([bare]).values()]).toEqual([entry({ fieldsV1: {} })])
  })
})

describe('a field set from a client', () => {
  it('is brought into canonical form', () => {
    const set = parseFieldSet({
      'f:list': { 'k:{"b": 1, "a": "x"}': {}, '.': {} },
      'f:data': { 'z:unknown': { 'f:a': {} }, 'f:k': {} },
    })

    expect(JSON.stringify(set)).toBe('{"f:data":{"f:k":{}},"f:list":{".":{},"k:{\\"a\\":\\"x\\",\\"b\\":1}":{}}}')
  })
})
