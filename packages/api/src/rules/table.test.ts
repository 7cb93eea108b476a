import type { KubeObject } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { ageColumn, defineTable, firstFew, nameColumn, plainTable } from './table.ts'

const object: KubeObject = {
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z' },
}
const HOUR_LATER = Date.parse('2026-01-01T01:00:00Z')

describe('defineTable', () => {
  it('keeps columns and cells in the same order', () => {
    const table = defineTable<KubeObject>(
      nameColumn,
      { name: 'Kind', priority: 1, description: 'Its kind.', cell: ({ kind }) => kind },
      ageColumn,
    )

    expect(table.columns).toEqual([
      { name: 'Name', type: 'string', format: 'name' },
      { name: 'Kind', type: 'string', priority: 1, description: 'Its kind.' },
      { name: 'Age', type: 'string' },
    ])
    expect(table.cells(object, HOUR_LATER)).toEqual(['a', 'Thing', '60m'])
  })

  it('shows the time of creation where a kind has no columns', () => {
    expect(plainTable.cells(object, HOUR_LATER)).toEqual(['a', '2026-01-01T00:00:00Z'])
  })
})

describe('firstFew', () => {
  it.each([
    [[], '<unset>'],
    [['a', 'b'], 'a,b'],
    [['a', 'b', 'c', 'd', 'e'], 'a,b,c + 2 more...'],
  ])('shortens %j to %s', (items, text) => {
    expect(firstFew(items, 3)).toBe(text)
  })
})
