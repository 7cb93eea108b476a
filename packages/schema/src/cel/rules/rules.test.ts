import { describe, expect, it } from 'vitest'
import type { FieldError } from '../../field-error.ts'
import type { Json } from '../../json.ts'
import type { SchemaNode, ValidationRule } from '../../node.ts'
import { compileRules } from './index.ts'

const specOf = (spec: SchemaNode): SchemaNode => ({ type: 'object', properties: { spec } })

/** Errors of an object with this spec, as `field: message`. */
function validate(spec: SchemaNode, value: Json, old?: Json): string[] {
  const errors: FieldError[] = []
  const object = (each: Json) => ({ metadata: { name: 'a' }, spec: each })
  compileRules(specOf(spec))?.validate(object(value), old === undefined ? undefined : object(old), '', (error) =>
    errors.push(error),
  )
  return errors.map(({ field, message }) => `${field}: ${message}`)
}

const integer = (...rules: ValidationRule[]): SchemaNode => ({
  type: 'object',
  properties: { x: { type: 'integer', 'x-kubernetes-validations': rules } },
})

describe('rules of custom resources', () => {
  it('accept what they hold for and name what they do not', () => {
    const spec = integer({ rule: 'self > 3' }, { rule: 'self < 10', message: 'must be below ten' })

    expect(validate(spec, { x: 5 })).toEqual([])
    expect(validate(spec, { x: 1 })).toEqual(['spec.x: Invalid value: 1: failed rule: self > 3'])
    expect(validate(spec, { x: 12 })).toEqual(['spec.x: Invalid value: 12: must be below ten'])
  })
})
