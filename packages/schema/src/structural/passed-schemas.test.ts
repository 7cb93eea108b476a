import { describe, expect, it } from 'vitest'
import type { SchemaNode } from '../node.ts'
import { PassedSchemas } from './passed-schemas.ts'

describe('PassedSchemas', () => {
  it('checks equal schemas once when they pass', () => {
    const passed = new PassedSchemas()
    let checks = 0
    const check = (schema: SchemaNode) =>
      passed.check(schema, () => {
        checks++
        return []
      })

    check({ type: 'object' })
    check({ type: 'object' })
    check({ type: 'array' })

    expect(checks).toBe(2)
  })

  it('says every time what is wrong with a schema', () => {
    const passed = new PassedSchemas()

    expect(passed.check({}, () => ['wrong'])).toEqual(['wrong'])
    expect(passed.check({}, () => ['wrong'])).toEqual(['wrong'])
  })
})
