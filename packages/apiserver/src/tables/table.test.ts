import { compileJsonPath, type KubeObject } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import type { ServedResource } from '../contracts.ts'
import { layoutOf } from './columns.ts'
import { renderTable } from './table.ts'

const NOW = Date.parse('2030-01-01T00:05:00Z')

const widgets = (columns: ServedResource['columns']) =>
  layoutOf({ columns, rules: undefined } as unknown as ServedResource)

const widget = {
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name: 'a', creationTimestamp: '2030-01-01T00:00:00Z' },
  spec: { size: 5.9, list: [{ v: '1' }, { v: '2' }], obj: { k: 'v' }, when: 'never' },
} as KubeObject

const render = (columns: ServedResource['columns'], include: 'None' | 'Metadata' | 'Object' = 'None') =>
  renderTable(widgets(columns), [widget], { include, now: NOW, metadata: {} })

describe('tables of custom resources', () => {
  it('show name and age when the CRD declares no columns', () => {
    const table = render([])

    expect(table.columnDefinitions?.map(({ name }) => name)).toEqual(['Name', 'Age'])
    expect(table.rows[0]?.cells).toEqual(['a', '5m'])
  })

  it.each([
    ['integer', '.spec.size', 5],
    ['number', '.spec.size', 5.9],
    ['boolean', '.spec.size', null],
    ['string', '.spec.list[*].v', '1'],
    ['string', '.spec.obj', '{"k":"v"}'],
    ['date', '.spec.when', '<invalid>'],
    ['date', '.metadata.creationTimestamp', '5m'],
    ['string', '.spec.missing', null],
  ] as const)('show a %s at %s as %j', (type, jsonPath, cell) => {
    expect(render([{ name: 'X', type, jsonPath }]).rows[0]?.cells[1]).toBe(cell)
  })

  it('describe a column by its path when the CRD does not', () => {
    const column = render([{ name: 'X', type: 'string', jsonPath: '.spec.x' }]).columnDefinitions?.[1]

    expect(column).toEqual({
      name: 'X',
      type: 'string',
      format: '',
      description: 'Custom resource definition column (in JSONPath format): .spec.x',
      priority: 0,
    })
  })

  it('carry as much of each object as was asked for', () => {
    expect(render([], 'None').rows[0]?.object).toBeNull()
    expect(render([], 'Metadata').rows[0]?.object).toEqual({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.k8s.io/v1',
      metadata: widget.metadata,
    })
    expect(compileJsonPath('.spec.obj.k')(render([], 'Object').rows[0]?.object as never)).toEqual(['v'])
  })
})

describe('tables of pods', () => {
  it('mark a pod that ended', () => {
    const pod = { ...widget, kind: 'Pod', status: { phase: 'Failed' } } as KubeObject

    const table = renderTable(widgets([]), [pod], { include: 'None', now: NOW, metadata: {} })

    expect(table.rows[0]?.conditions).toEqual([
      { type: 'Completed', status: 'True', reason: 'Failed', message: 'The pod failed.' },
    ])
  })
})
