import { describe, expect, it } from 'vitest'
import { setValueAt, valueAt } from './paths.ts'

describe('a path that the author of a definition chose', () => {
  it('leads to a value, with or without a dot in front', () => {
    const widget = { spec: { replicas: 3 } }

    expect(valueAt(widget, '.spec.replicas')).toBe(3)
    expect(valueAt(widget, 'spec.replicas')).toBe(3)
    expect(valueAt(widget, '.spec.replicas.deeper')).toBeUndefined()
  })

  it('makes what is missing on the way', () => {
    const widget = { spec: 'in the way' }

    setValueAt(widget, '.spec.size.replicas', 5)

    expect(widget).toEqual({ spec: { size: { replicas: 5 } } })
  })

  it.each(['.spec.__proto__.replicas', '.spec.constructor.prototype.replicas'])(
    'does not lead out of the object: %s',
    (path) => {
      const widget = { spec: {} }

      setValueAt(widget, path, 7)

      expect(valueAt(widget, path)).toBe(7)
      expect({}).not.toHaveProperty('replicas')
      expect(valueAt({ spec: {} }, '.spec.constructor')).toBeUndefined()
    },
  )
})
