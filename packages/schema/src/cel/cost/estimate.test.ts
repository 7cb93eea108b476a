import { describe, expect, it } from 'vitest'
import type { SchemaNode } from '../../node.ts'
import { compileRule } from '../rules/compile-rule.ts'
import { declareSchema } from '../schema/declaration.ts'

const maxCost = (node: SchemaNode, rule: string): number => {
  const { error, maxCost } = compileRule({ rule }, node, declareSchema(node, false)!)
  if (error !== undefined) throw new Error(error)
  return maxCost
}

const string: SchemaNode = { type: 'string' }
const short: SchemaNode = { type: 'string', maxLength: 10 }
const listOf = (items: SchemaNode, maxItems?: number): SchemaNode => ({
  type: 'array',
  items,
  ...(maxItems === undefined ? {} : { maxItems }),
})
const object: SchemaNode = {
  type: 'object',
  properties: {
    n: { type: 'integer' },
    long: string,
    s: short,
    tags: listOf(short, 5),
    all: listOf({ type: 'integer' }),
    labels: { type: 'object', maxProperties: 8, additionalProperties: short },
    size: { type: 'string', enum: ['small', 'large'] },
    quantity: { 'x-kubernetes-int-or-string': true, maxLength: 20 },
  },
}

describe('the estimated cost of a rule', () => {
  it.each([
    ['true', 0],
    ['self.n > 1', 3],
    ['has(self.n)', 1],
    ['has(self.n) && self.n > 1', 4],
    ['self.n == 1', 2],
    ['self.n > 1 ? true : self.n < 5', 6],
    ['self.s == "abc"', 3],
    ['self.size == "large"', 3],
    ['self.s.startsWith("a")', 3],
    ['self.s.contains("abc")', 6],
    ['self.s.matches("^[a-z]*$")', 12],
    ['self.long.matches("^[a-z]*$")', 629148],
    ['self.tags.all(t, t.size() > 0)', 33],
    ['self.tags.all(a, self.tags.all(b, a == b))', 258],
    ['self.all.all(x, x > 0)', 7864318],
    ['self.labels.all(k, k != "")', 35],
    ['self.labels.all(k, v, v != "")', 35],
    ['self.tags.exists_one(t, t == "a")', 24],
    ['self.tags[0] == "a"', 4],
    ['"a" in self.tags', 7],
    ['quantity(string(self.quantity)).isLessThan(quantity("1"))', 20],
    ['isURL(self.s) && url(self.s).getScheme() == "https"', 11],
    ['self.tags.isSorted()', 27],
    ['self.s.replace("a", "bb").size() < 10', 12],
    ['self.?s.orValue("") == "a"', 4],
  ])('of %s is %d', (rule, cost) => {
    expect(maxCost(object, rule)).toBe(cost)
  })

  it('grows with the bounds that the schema sets', () => {
    const rule = 'self.all(x, self.exists(y, x == y))'

    expect(maxCost(listOf(short, 10), rule)).toBe(1052)
    expect(maxCost(listOf(short, 100), rule)).toBe(100502)
    expect(maxCost(listOf(string), rule)).toBeGreaterThan(1e15)
  })
})
