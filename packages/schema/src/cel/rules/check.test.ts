import { describe, expect, it } from 'vitest'
import type { SchemaNode, ValidationRule } from '../../node.ts'
import { checkRules } from './check.ts'

const problems = (node: SchemaNode): string[] =>
  checkRules(node, 'schema').map(({ field, message }) => `${field}: ${message}`)
const at = (path: string, index = 0) => `schema.${path}x-kubernetes-validations[${index}]`
const withRules = (node: SchemaNode, ...rules: ValidationRule[]): SchemaNode => ({
  ...node,
  'x-kubernetes-validations': rules,
})
const root = (...rules: ValidationRule[]) =>
  withRules({ type: 'object', properties: { n: { type: 'integer' }, s: { type: 'string', maxLength: 5 } } }, ...rules)

describe('checkRules', () => {
  it('accepts rules that compile and are cheap enough', () => {
    expect(problems(root({ rule: 'self.n > 1', messageExpression: '"not " + self.s' }))).toEqual([])
  })

  it('shows a rule that does not compile as a whole, with the place of the error', () => {
    const rule: ValidationRule = { rule: 'self.x == 1', message: 'no x', reason: 'FieldValueInvalid' }
    const shown =
      '{"Rule":"self.x == 1","Message":"no x","MessageExpression":"","Reason":"FieldValueInvalid","FieldPath":"","OptionalOldSelf":null}'

    expect(problems(root(rule))).toEqual([
      `${at('')}.rule: Invalid value: ${shown}: compilation failed: ` +
        "ERROR: <input>:1:5: undefined field 'x'\n | self.x == 1\n | ....^",
    ])
  })

  it.each<[ValidationRule, RegExp]>([
    [{ rule: 'self.n' }, /cel expression must evaluate to a bool$/],
    [{ rule: 'true', messageExpression: '1' }, /messageExpression must evaluate to a string$/],
    [
      { rule: 'true', messageExpression: 'self.x' },
      /messageExpression compilation failed: ERROR: <input>:1:5: undefined/,
    ],
    [{ rule: 'int("a") == 1' }, /program instantiation failed: type conversion error from 'string' to 'int'$/],
    [{ rule: 'true', optionalOldSelf: true }, /true: may not be set if oldSelf is not used in rule$/],
  ])('refuses %j', (rule, problem) => {
    expect(problems(root(rule))).toEqual([expect.stringMatching(problem)])
  })

  it('escapes what HTML would take for its own', () => {
    expect(problems(root({ rule: 'self.n < "&"' }))[0]).toContain('{"Rule":"self.n \\u003c \\"\\u0026\\"",')
  })

  it('checks the rules of every part of a schema', () => {
    const bad = withRules({ type: 'string' }, { rule: 'self' })
    const node: SchemaNode = {
      type: 'object',
      properties: {
        list: { type: 'array', maxItems: 1, items: bad },
        map: { type: 'object', maxProperties: 1, additionalProperties: bad },
      },
    }

    expect(checkRules(node, 'schema').map(({ field }) => field)).toEqual([
      'schema.properties[list].items.x-kubernetes-validations[0].rule',
      'schema.properties[map].additionalProperties.x-kubernetes-validations[0].rule',
    ])
  })

  it('allows transition rules only where old items can be told apart', () => {
    const immutable = withRules(
      { type: 'object', properties: { k: { type: 'string', maxLength: 3 } } },
      { rule: 'self.k == oldSelf.k' },
    )
    const list = (type: 'atomic' | 'map'): SchemaNode => ({
      type: 'object',
      properties: {
        l: {
          type: 'array',
          maxItems: 3,
          'x-kubernetes-list-type': type,
          'x-kubernetes-list-map-keys': ['k'],
          items: immutable,
        },
      },
    })

    expect(problems(list('map'))).toEqual([])
    expect(problems(list('atomic'))).toEqual([
      `${at('properties[l].items.')}.rule: Invalid value: "self.k == oldSelf.k": ` +
        'oldSelf cannot be used on the uncorrelatable portion of the schema within schema.properties[l]',
    ])
  })

  it('refuses a rule that may cost too much, by how much it does', () => {
    const list = (maxItems: number): SchemaNode =>
      withRules(
        { type: 'array', maxItems, items: { type: 'string', maxLength: 10 } },
        { rule: 'self.all(x, self.all(y, x == y))' },
      )
    const advice =
      'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared'
    const refused = (factor: string) => [
      `schema.x-kubernetes-validations[0].rule: Forbidden: estimated rule cost exceeds budget by factor of ${factor} (${advice})`,
    ]

    expect(problems(list(1000))).toEqual([])
    expect(problems(list(1100))).toEqual(refused('1.089550x'))
    expect(problems(list(2000))).toEqual(refused('3.6x'))
  })

  it('counts a rule as often as there may be values', () => {
    const inner = withRules({ type: 'string', maxLength: 1000 }, { rule: 'self.matches("^a+$")' })
    const nested = (maxItems?: number): SchemaNode => ({
      type: 'array',
      items: inner,
      ...(maxItems === undefined ? {} : { maxItems }),
    })

    expect(problems(nested(100))).toEqual([])
    expect(problems(nested())[0]).toContain('estimated rule cost exceeds budget by factor of 42.2x')
  })

  it('refuses a schema whose rules cost too much together, and names the most expensive', () => {
    const costly = withRules(
      { type: 'string', maxLength: 2_000_000 },
      { rule: 'self.matches("^[a-zA-Z0-9 ]+[a-zA-Z0-9 ]+$")' },
    )
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`)
    const node: SchemaNode = { type: 'object', properties: Object.fromEntries(names.map((name) => [name, costly])) }

    const found = problems(node)

    expect(found).toHaveLength(5)
    expect(found[0]).toMatch(
      /: Forbidden: contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema$/,
    )
    expect(found[4]).toContain(
      'schema: Forbidden: x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema exceeds budget by factor of',
    )
  })

  it('leaves rules with malformed texts to those who check texts', () => {
    expect(problems(root({ rule: '' }, { rule: 'self.x' }))).toEqual([])
  })
})
