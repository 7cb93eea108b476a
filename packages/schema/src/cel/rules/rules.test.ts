import { describe, expect, it } from 'vitest'
import type { FieldError } from '../../field-error.ts'
import { deepFreeze, type Json } from '../../json.ts'
import type { SchemaNode, ValidationRule } from '../../node.ts'
import { compileRules } from './index.ts'

const text = ({ field, message }: FieldError) => `${field}: ${message}`

/** Errors and warnings of an object, as `field: message`. */
function run(node: SchemaNode, value: Json, old?: Json): { errors: string[]; warnings: string[] } {
  const errors: string[] = []
  const warnings: string[] = []
  compileRules(node)?.validate(
    value,
    old,
    '',
    (error) => errors.push(text(error)),
    (warning) => warnings.push(text(warning)),
  )
  return { errors, warnings }
}
const validate = (node: SchemaNode, value: Json, old?: Json) => run(node, value, old).errors

const ruled = (node: SchemaNode, ...rules: ValidationRule[]): SchemaNode => ({
  ...node,
  'x-kubernetes-validations': rules,
})
const object = (properties: Record<string, SchemaNode>): SchemaNode => ({ type: 'object', properties })
const integer: SchemaNode = { type: 'integer' }
const string: SchemaNode = { type: 'string' }

describe('rules of custom resources', () => {
  it('accept what they hold for and name what they do not', () => {
    const node = object({
      x: ruled(integer, { rule: 'self > 3' }, { rule: 'self < 10', message: ' must be below ten ' }),
    })

    expect(validate(node, { x: 5 })).toEqual([])
    expect(validate(node, { x: 1 })).toEqual(['x: Invalid value: 1: failed rule: self > 3'])
    expect(validate(node, { x: 12 })).toEqual(['x: Invalid value: 12: must be below ten'])
  })

  it('do not apply to what is absent or null', () => {
    const node = object({ x: ruled({ ...integer, nullable: true }, { rule: 'self > 3' }) })

    expect(validate(node, {})).toEqual([])
    expect(validate(node, { x: null })).toEqual([])
  })

  it('are not asked again about a part that is the very one that was stored, unless they are about its change', () => {
    const spec = object({ x: ruled(integer, { rule: 'self > 3' }), y: ruled(integer, { rule: 'self > oldSelf' }) })
    const node = object({ spec: ruled(spec, { rule: 'self.x > 3' }), status: object({}) })
    const kept: Json = { x: 1, y: 1 }

    expect(run(node, { spec: kept, status: { a: 1 } }, { spec: kept, status: {} })).toEqual({
      errors: ['spec.y: Invalid value: 1: failed rule: self > oldSelf'],
      warnings: ['spec.x: Invalid value: 1: failed rule: self > 3'],
    })
    expect(validate(node, { spec: { x: 1, y: 2 } }, { spec: kept })).toEqual([
      'spec: Invalid value: failed rule: self.x > 3',
    ])
  })

  it('find the same wrong with a part that is kept, however often it is', () => {
    const node = object({ spec: object({ x: ruled(integer, { rule: 'self < 3 || self > oldSelf' }) }) })
    const [small, large] = [deepFreeze<Json>({ x: 1 }), deepFreeze<Json>({ x: 5 })]

    for (let writes = 0; writes < 2; writes++) {
      expect(validate(node, { spec: small }, { spec: small })).toEqual([])
      expect(validate(node, { spec: large }, { spec: large })).toHaveLength(1)
      expect(validate(node, { spec: { x: 6 } }, { spec: large })).toEqual([])
      expect(validate(node, { spec: large }, { spec: { x: 6 } })).toHaveLength(1)
    }
  })

  it('are absent where a schema has none', () => {
    expect(compileRules(object({ x: integer }))).toBeUndefined()
  })

  it('of the whole object see its type and its name', () => {
    const node = ruled(object({}), {
      rule: 'self.kind == "Widget" && self.metadata.name.startsWith("ok-")',
      message: 'no',
    })

    expect(validate(node, { kind: 'Widget', metadata: { name: 'ok-1' } })).toEqual([])
    expect(validate(node, { kind: 'Widget', metadata: { name: 'bad' } })).toEqual(['<nil>: Invalid value: no'])
  })

  it('of an embedded resource see its type and its name', () => {
    const template: SchemaNode = { ...object({}), 'x-kubernetes-embedded-resource': true }
    const node = object({ template: ruled(template, { rule: 'self.metadata.name != ""' }) })

    expect(validate(node, { template: { apiVersion: 'v1', kind: 'Pod', metadata: { name: '' } } })).toEqual([
      'template: Invalid value: failed rule: self.metadata.name != ""',
    ])
  })

  it('name each item of a list and each value of a map', () => {
    const positive = ruled(integer, { rule: 'self > 0' })
    const node = object({
      l: { type: 'array', items: positive },
      m: { type: 'object', additionalProperties: positive },
    })

    expect(validate(node, { l: [1, 0], m: { a: -1, b: 2 } })).toEqual([
      'l[1]: Invalid value: 0: failed rule: self > 0',
      'm[a]: Invalid value: -1: failed rule: self > 0',
    ])
  })

  it('inside allOf apply to the same value', () => {
    const node = object({
      x: { ...integer, allOf: [{ 'x-kubernetes-validations': [{ rule: 'self > 1' }] }] },
    })

    expect(validate(node, { x: 1 })).toEqual(['x: Invalid value: 1: failed rule: self > 1'])
  })

  it('report by reason and field path', () => {
    const rules: ValidationRule[] = [
      { rule: 'self.a > 0', reason: 'FieldValueForbidden', fieldPath: '.a', message: 'a is wrong' },
      { rule: 'has(self.b)', reason: 'FieldValueRequired', fieldPath: '.b' },
      { rule: 'self.a != 0', reason: 'FieldValueDuplicate' },
      { rule: '!("k" in self.m)', fieldPath: ".m['k']" },
    ]
    const m: SchemaNode = { type: 'object', additionalProperties: string }
    const node = object({ x: ruled(object({ a: integer, b: integer, m }), ...rules) })

    expect(validate(node, { x: { a: 0, m: { k: 'v' } } })).toEqual([
      'x.a: Forbidden: a is wrong',
      'x.b: Required value: failed rule: has(self.b)',
      'x: Duplicate value',
      'x.m[k]: Invalid value: failed rule: !("k" in self.m)',
    ])
  })

  it.each<[string, string]>([
    ['"the value is " + string(self)', 'the value is 1'],
    ['"  trimmed  "', 'trimmed'],
    ['""', 'plain'],
    ['"two\\nlines"', 'plain'],
    ['string(1 / 0)', 'plain'],
  ])('take their message from %s, or else the plain one', (messageExpression, message) => {
    const node = object({ x: ruled(integer, { rule: 'false', message: 'plain', messageExpression }) })

    expect(validate(node, { x: 1 })).toEqual([`x: Invalid value: 1: ${message}`])
  })

  it.each<[SchemaNode, Json, string, string]>([
    [
      { type: 'array', items: integer },
      [],
      'self[0] > 0',
      '"array": index out of bounds: 0 evaluating rule: self[0] > 0',
    ],
    [integer, 0, '1 / self > 0', '"integer": division by zero evaluating rule: 1 / self > 0'],
    [
      { 'x-kubernetes-int-or-string': true },
      'a',
      'self > 1',
      `"": 'no such overload': call arguments did not match a supported operator, function or macro signature for rule: self > 1`,
    ],
    [integer, 'no integer', 'self > 1', '"integer": invalid data, expected int, got string evaluating rule: self > 1'],
  ])('say why they could not be evaluated (%#)', (node, value, rule, message) => {
    expect(validate(object({ x: ruled(node, { rule }) }), { x: value })).toEqual([`x: Invalid value: ${message}`])
  })

  it('that do not compile fail on every object', () => {
    expect(validate(object({ x: ruled(integer, { rule: 'self' }) }), { x: 1 })).toEqual([
      'x: Invalid value: "integer": rule compile error: cel expression must evaluate to a bool',
    ])
  })

  it('see lists as their schema declares them', () => {
    const items = object({ k: string, v: integer })
    const set: SchemaNode = { type: 'array', 'x-kubernetes-list-type': 'set', items: string }
    const map: SchemaNode = {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
      items,
    }
    const node = object({
      o: ruled(
        object({ a: set, b: set, maps: { type: 'array', items: map } }),
        { rule: 'self.a == self.b', message: 'sets differ' },
        { rule: 'self.maps[0] == self.maps[1]', message: 'maps differ' },
        { rule: '(self.maps[0] + self.maps[1]).size() == 2', message: 'not merged' },
      ),
    })
    const one = { k: '1', v: 1 }
    const two = { k: '2', v: 2 }

    expect(
      validate(node, {
        o: {
          a: ['x', 'y'],
          b: ['y', 'x'],
          maps: [
            [one, two],
            [two, one],
          ],
        },
      }),
    ).toEqual([])
    expect(validate(node, { o: { a: ['x'], b: ['y'], maps: [[one], [{ k: '1', v: 3 }, two]] } })).toEqual([
      'o: Invalid value: sets differ',
      'o: Invalid value: maps differ',
    ])
  })

  it('stop when they have cost too much', () => {
    const busy = 'self.all(a, self.all(b, self.all(c, a + b + c >= 0)))'
    const node = object({ l: ruled({ type: 'array', items: integer }, { rule: busy }, { rule: 'false' }) })

    expect(validate(node, { l: Array.from({ length: 200 }, () => 1) })).toEqual([
      `l: Invalid value: "array": 'operation cancelled: actual cost limit exceeded': ` +
        `no further validation rules will be run due to call cost exceeds limit for rule: ${busy}`,
    ])
  })

  it('stop when they have cost too much together', () => {
    const busy = 'self.all(a, self.all(b, a + b >= 0))'
    const rules = Array.from({ length: 40 }, () => ({ rule: busy }))
    const node = object({ l: ruled({ type: 'array', items: integer }, ...rules) })

    expect(validate(node, { l: Array.from({ length: 250 }, () => 1) })).toEqual([
      'l: Invalid value: "array": validation failed due to running out of cost budget, no further validation rules will be run',
    ])
  })
})

describe('transition rules', () => {
  const node = object({ x: ruled(integer, { rule: 'self >= oldSelf' }) })

  it('compare with the old value, where there is one', () => {
    expect(validate(node, { x: 1 })).toEqual([])
    expect(validate(node, { x: 1 }, {})).toEqual([])
    expect(validate(node, { x: 1 }, { x: 2 })).toEqual(['x: Invalid value: 1: failed rule: self >= oldSelf'])
  })

  it('find old items by their keys', () => {
    const items = ruled(object({ k: string, v: integer }), { rule: 'self.v == oldSelf.v', message: 'immutable' })
    const list: SchemaNode = {
      type: 'array',
      'x-kubernetes-list-type': 'map',
      'x-kubernetes-list-map-keys': ['k'],
      items,
    }

    const old = {
      l: [
        { k: 'a', v: 1 },
        { k: 'b', v: 2 },
      ],
    }
    const changed = {
      l: [
        { k: 'b', v: 3 },
        { k: 'a', v: 1 },
        { k: 'c', v: 4 },
      ],
    }
    expect(validate(object({ l: list }), changed, old)).toEqual(['l[0]: Invalid value: immutable'])
  })

  it('may cope without an old value', () => {
    const optional = object({ x: ruled(integer, { rule: 'oldSelf.hasValue() || self == 1', optionalOldSelf: true }) })

    expect(validate(optional, { x: 1 })).toEqual([])
    expect(validate(optional, { x: 2 })).toEqual(['x: Invalid value: 2: failed rule: oldSelf.hasValue() || self == 1'])
    expect(validate(optional, { x: 2 }, { x: 1 })).toEqual([])
  })
})

describe('what an update leaves unchanged', () => {
  const short = ruled(string, { rule: 'self.size() < 3', message: 'too long' })

  it('is warned about, not refused', () => {
    const node = object({ a: short, b: short })

    expect(run(node, { a: 'long', b: 'new long' }, { a: 'long', b: 'x' })).toEqual({
      errors: ['b: Invalid value: "new long": too long'],
      warnings: ['a: Invalid value: "long": too long'],
    })
  })

  it('counts as a whole for items that cannot be told apart', () => {
    const node = object({ l: { type: 'array', items: short }, n: integer })

    const same = run(node, { l: ['long'], n: 2 }, { l: ['long'], n: 1 })
    const longer = run(node, { l: ['long', 'x'], n: 2 }, { l: ['long'], n: 1 })

    expect(same).toEqual({ errors: [], warnings: ['l[0]: Invalid value: "long": too long'] })
    expect(longer).toEqual({ errors: ['l[0]: Invalid value: "long": too long'], warnings: [] })
  })

  it('is refused all the same by a transition rule', () => {
    const node = object({ x: ruled(integer, { rule: 'self > oldSelf' }) })

    expect(run(node, { x: 1 }, { x: 1 })).toEqual({
      errors: ['x: Invalid value: 1: failed rule: self > oldSelf'],
      warnings: [],
    })
  })
})
