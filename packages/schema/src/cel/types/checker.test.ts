import { describe, expect, it } from 'vitest'
import { checkSource } from '../program.ts'
import { problemsOf } from '../testing.ts'
import { formatType, listOf, mapOf, objectType, optionalOf, TYPES } from './type.ts'

const { dyn, int, string } = TYPES
const fields = { replicas: int, name: string, tags: listOf(string) } as const
const spec = objectType('spec', (name) =>
  Object.hasOwn(fields, name) ? fields[name as keyof typeof fields] : undefined,
)
const types = { self: spec, x: int, any: dyn, labels: mapOf(string, string), old: optionalOf(spec) }

function typeOf(source: string): string {
  const checked = checkSource(source, types)
  return typeof checked === 'string' ? checked : formatType(checked.typeOf(checked.expr))
}

describe('check', () => {
  it.each([
    ['self.replicas', 'int'],
    ['self.replicas > 1 && self.name == "a"', 'bool'],
    ['self.tags.map(t, t.size())', 'list(int)'],
    ['self.tags.filter(t, t != "")', 'list(string)'],
    ['labels.map(k, labels[k])', 'list(string)'],
    ['labels.transformMap(k, v, v.size())', 'map(string, int)'],
    ['labels["a"]', 'string'],
    ['labels.a', 'string'],
    ['self.?name', 'optional_type(string)'],
    ['self.?name.orValue("")', 'string'],
    ['old.name', 'optional_type(string)'],
    ['old.optMap(o, o.replicas)', 'optional_type(int)'],
    ['any.a.b', 'dyn'],
    ['any + 1', 'int'],
    ['x == 1 ? "a" : "b"', 'string'],
    ['[]', 'list(dyn)'],
    ['[[], [1]]', 'list(list(int))'],
    ['type(x)', 'type(int)'],
    ['timestamp("2020-01-01T00:00:00Z") - duration("1h")', 'timestamp'],
    ['ip("1.2.3.4")', 'net.IP'],
    ['1 < 2.5', 'bool'],
  ])('finds the type of %s', (source, type) => {
    expect(typeOf(source)).toBe(type)
  })

  it.each([
    ['self.replica', "1:5: undefined field 'replica'"],
    ['has(self.replica)', "1:4: undefined field 'replica'"],
    ['x.y', "1:2: type 'int' does not support field selection"],
    ['self.replicas == "a"', "1:15: found no matching overload for '_==_' applied to '(int, string)'"],
    ['self.name.startsWith(1)', "1:21: found no matching overload for 'startsWith' applied to 'string.(int)'"],
    ['size(1)', "1:5: found no matching overload for 'size' applied to '(int)'"],
    ['x && true', "1:1: expected type 'bool' but found 'int'"],
    ['y', "1:1: undeclared reference to 'y' (in container '')"],
    ['frobnicate(x)', "1:11: undeclared reference to 'frobnicate' (in container '')"],
    ['x.frobnicate()', "1:13: undeclared reference to 'frobnicate' (in container '')"],
    [
      'x.all(e, true)',
      "1:1: expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)",
    ],
    ['self.tags.all(t, t > 1)', "1:20: found no matching overload for '_>_' applied to '(string, int)'"],
    ['[?x]', "1:3: expected type 'optional_type(int)' but found 'int'"],
    ['Foo{a: 1}', "1:4: undeclared reference to 'Foo' (in container '')"],
    ['self == null ? 1 : "a"', "1:14: found no matching overload for '_?_:_' applied to '(bool, int, string)'"],
  ])('refuses %s', (source, problem) => {
    expect(problemsOf(source, types)).toEqual([problem])
  })

  it('reports every problem of an expression', () => {
    expect(problemsOf('self.a == self.b', types)).toEqual(["1:5: undefined field 'a'", "1:15: undefined field 'b'"])
  })

  it('prefers the variable of a macro to a global one of the same name', () => {
    expect(typeOf('["a"].map(x, x)')).toBe('list(string)')
    expect(typeOf('["a"].map(x, .x)')).toBe('list(int)')
  })
})

describe('literals that would fail for certain', () => {
  it.each([
    ['duration("1 hour")', '1:10: invalid duration argument'],
    ['timestamp("yesterday")', '1:11: invalid timestamp argument'],
    ['timestamp(-62135596801)', '1:11: invalid timestamp argument'],
    ['"a".matches("(")', '1:13: invalid matches argument'],
    ['[1, "a"]', "1:5: expected type 'int' but found 'string'"],
    ['{1: 1, "a": 2}', "1:8: expected type 'int' but found 'string'"],
    ['{1: 1, 2: "a"}', "1:11: expected type 'int' but found 'string'"],
    [
      '"%d".format(["a"])',
      '1:14: error during formatting: decimal clause can only be used on integers, was given string',
    ],
    ['"%d".format([])', '1:12: index 0 out of range'],
    ['"%d".format([1, 2])', '1:12: too many arguments supplied to string.format (expected 1, got 2)'],
    ['"%y".format([1])', '1:12: could not parse formatting clause: unrecognized formatting clause "y"'],
  ])('are refused: %s', (source, problem) => {
    expect(problemsOf(source)).toEqual([problem])
  })

  it('may be of mixed types among the arguments of format', () => {
    expect(problemsOf('"%s %d".format(["a", 1])')).toEqual([])
  })
})
