import { describe, expect, it } from 'vitest'
import { parseManaged, renderManaged } from './managed-text.ts'

const entry = (time: string) => ({
  manager: 'say "hi"',
  operation: 'Update' as const,
  apiVersion: 'v1',
  time,
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:data': { 'f:a': {} } },
})

describe('managed fields as text', () => {
  it('are the JSON that they would be on their own', () => {
    const entries = [entry('2026-01-01T00:00:00Z'), { ...entry('2026-01-01T00:00:01Z'), subresource: 'status' }]

    expect(renderManaged(entries)).toBe(JSON.stringify(entries))
    expect(renderManaged([])).toBe('[]')
  })

  it('tell entries apart that own the same', () => {
    const first = entry('2026-01-01T00:00:00Z')
    const others = [
      { ...first, manager: 'another' },
      { ...first, operation: 'Apply' as const },
      { ...first, time: '2026-01-01T00:00:01Z' },
      { ...first, subresource: 'status' },
    ]

    for (const other of others) {
      expect(renderManaged([first, other, first])).toBe(JSON.stringify([first, other, first]))
    }
  })

  it('are parsed once for all who have the same', () => {
    const text = renderManaged([entry('2026-01-02T00:00:00Z')])

    const parsed = parseManaged(text)

    expect(parsed).toEqual([entry('2026-01-02T00:00:00Z')])
    expect(parseManaged(text)).toBe(parsed)
  })

  it('cannot be changed by one of them', () => {
    const parsed = parseManaged(JSON.stringify([entry('2026-01-03T00:00:00Z')]))

    expect(() => parsed.pop()).toThrow(TypeError)
    expect(() => Object.assign(parsed[0]!, { time: '' })).toThrow(TypeError)
  })

  it('share their sets with those of another time', () => {
    const [first] = parseManaged(renderManaged([entry('2026-01-04T00:00:00Z')]))
    const [second] = parseManaged(renderManaged([entry('2026-01-05T00:00:00Z')]))

    expect(second?.fieldsV1).toBe(first?.fieldsV1)
  })
})
