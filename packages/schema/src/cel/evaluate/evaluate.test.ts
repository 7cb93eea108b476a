import { describe, expect, it } from 'vitest'
import { checkSource, createProgram, type Program } from '../program.ts'
import { show } from '../testing.ts'
import { listOf, TYPES } from '../types/type.ts'
import { fromJson } from '../values/json.ts'

const self = { n: 5, f: 2.5, s: 'abc', b: true, nil: null, l: [1, 2, 3], m: { a: 'x', b: 'y' }, o: { deep: { n: 1 } } }

describe('expressions', () => {
  it.each([
    ['self.n + 1', '6'],
    ['self.f * 2.0', '5'],
    ['self.n / 2', '2'],
    ['-7 / 2', '-3'],
    ['-7 % 3', '-1'],
    ['7.0 / 2.0', '3.5'],
    ['self.s + "d"', 'abcd'],
    ['self.l + [4]', '[1, 2, 3, 4]'],
    ['self.n == 5.0', 'true'],
    ['self.n == 5u', 'true'],
    ['self.n < 5.5', 'true'],
    ['self.s < "b"', 'true'],
    ['"\\U0001F600" > "\\uffff"', 'true'],
    ['false < true', 'true'],
    ['self.nil == null', 'true'],
    ['self.s == null', 'false'],
    ['self.l == [1, 2, 3]', 'true'],
    ['self.m == {"b": "y", "a": "x"}', 'true'],
    ['{1: "a"}[dyn(1.0)]', 'a'],
    ['2 in self.l', 'true'],
    ['"a" in self.m', 'true'],
    ['"z" in ["x", "y"]', 'false'],
    ['dyn(2.0) in [1, 2]', 'true'],
    ['self.o.deep.n', '1'],
    ['self["n"]', '5'],
    ['self.l[2]', '3'],
    ['type(self.n) == int', 'true'],
    ['type(self.l) == list', 'true'],
    ['type(type(1))', 'type'],
    ['size(self.s) + self.l.size()', '6'],
    ['"😀é".size()', '2'],
    ['self.n > 3 ? "many" : "few"', 'many'],
    ['bytes("é") == b"\\xc3\\xa9"', 'true'],
    ['b"a" + b"b"', '[97 98]'],
  ])('%s is %s', (source, result) => {
    expect(show(source, { self })).toBe(result)
  })

  it.each([
    ['self.none', 'no such key: none'],
    ['self.s.none', 'no such key: none'],
    ['self.nil.none', 'no such key: none'],
    ['self.l[3]', 'index out of bounds: 3'],
    ['self.l[-1]', 'index out of bounds: -1'],
    ['self.l["a"]', "unsupported index type 'string' in list"],
    ['1 / 0', 'division by zero'],
    ['1 % 0', 'modulus by zero'],
    ['9223372036854775807 + 1', 'integer overflow'],
    ['-9223372036854775808 - 1', 'integer overflow'],
    ['1u - 2u', 'unsigned integer overflow'],
    ['self.n + self.s', 'no such overload'],
    ['self.n < self.s', 'no such overload'],
    ['self.n.startsWith("a")', 'no such overload'],
    ['self.n.matches("a")', 'no such overload: matches'],
    ['self.nil < 1', 'no such overload: _<_'],
    ['self.m + self.m', 'no such overload: _+_'],
    ['size(self.n)', 'no such overload: size(int)'],
    ['self.n && true', 'no such overload'],
    ['self.n.all(x, true)', "got 'types.Int', expected iterable type"],
    ['optional.none().value()', 'optional.none() dereference'],
  ])('%s fails: %s', (source, message) => {
    expect(show(source, { self })).toBe(`error: ${message}`)
  })

  it.each([
    ['1 / 0 == 1 || true', 'true'],
    ['true || 1 / 0 == 1', 'true'],
    ['1 / 0 == 1 && false', 'false'],
    ['self.none == 1 || self.n == 5', 'true'],
    ['[0, 1].exists(x, 1 / x == 1)', 'true'],
    ['[0, 2].all(x, 1 / x == 1)', 'false'],
  ])('an operand that decides makes up for one that fails: %s', (source, result) => {
    expect(show(source, { self })).toBe(result)
  })

  it.each([
    ['1 / 0 == 1 && true', 'division by zero'],
    ['1 / 0 == 1 || 1 % 0 == 1', 'division by zero'],
    ['[0, 1].all(x, 1 / x == 1)', 'division by zero'],
    ['[0, 1].exists_one(x, 1 / x == 1)', 'division by zero'],
    ['[0, 1].map(x, 1 / x)', 'division by zero'],
  ])('otherwise the first failure counts: %s', (source, message) => {
    expect(show(source, { self })).toBe(`error: ${message}`)
  })
})

describe('macros', () => {
  it.each([
    ['has(self.n)', 'true'],
    ['has(self.none)', 'false'],
    ['has(self.nil)', 'true'],
    ['has(self.s.none)', 'false'],
    ['[].all(x, false)', 'true'],
    ['[].exists(x, true)', 'false'],
    ['self.l.all(x, x > 0)', 'true'],
    ['self.l.exists(x, x > 2)', 'true'],
    ['self.l.exists_one(x, x > 1)', 'false'],
    ['self.l.existsOne(x, x > 2)', 'true'],
    ['self.l.map(x, x * x)', '[1, 4, 9]'],
    ['self.l.map(x, x > 1, x * x)', '[4, 9]'],
    ['self.l.filter(x, x % 2 == 1)', '[1, 3]'],
    ['self.m.map(k, self.m[k])', '[x, y]'],
    ['self.m.exists(k, k == "b")', 'true'],
    ['self.l.map(x, self.l.map(y, x * y))', '[[1, 2, 3], [2, 4, 6], [3, 6, 9]]'],
    ['self.l.all(i, x, i + 1 == x)', 'true'],
    ['self.m.exists(k, v, v == "y")', 'true'],
    ['self.l.existsOne(i, x, x == 2)', 'true'],
    ['self.l.transformList(i, x, i * x)', '[0, 2, 6]'],
    ['self.l.transformList(i, x, i > 0, x)', '[2, 3]'],
    ['self.m.transformMap(k, v, v + k)', '{a: xa, b: yb}'],
    ['self.m.transformMap(k, v, k == "a", v)', '{a: x}'],
    ['self.m.transformMapEntry(k, v, {v: k})', '{x: a, y: b}'],
    ['["bb", "a"].sortBy(x, x.size())', '[a, bb]'],
  ])('%s is %s', (source, result) => {
    expect(show(source, { self })).toBe(result)
  })

  it('fails when two entries of a map would have the same key', () => {
    expect(show('self.m.transformMapEntry(k, v, {"same": v})', { self })).toBe(
      'error: insert failed: key same already exists',
    )
  })

  it('gives the same result every time it is evaluated', () => {
    const program = compile('[1, 2].transformMap(i, x, x).size() + [1, 2].map(x, x).size()')

    expect(program.evaluate({})).toMatchObject({ value: 4n })
    expect(program.evaluate({})).toMatchObject({ value: 4n })
  })
})

describe('optionals', () => {
  it.each([
    ['self.?n', 'optional(5)'],
    ['self.?none', 'optional.none()'],
    ['self.?o.deep.n', 'optional(1)'],
    ['self.?none.deep.n', 'optional.none()'],
    ['self.?o.none.n', 'optional.none()'],
    ['self.l[?0]', 'optional(1)'],
    ['self.l[?7]', 'optional.none()'],
    ['self.m[?"a"].orValue("z")', 'x'],
    ['self.?none.orValue("z")', 'z'],
    ['self.?none.or(self.?n)', 'optional(5)'],
    ['self.?n.hasValue()', 'true'],
    ['self.?n.optMap(x, x + 1)', 'optional(6)'],
    ['self.?none.optMap(x, x + 1)', 'optional.none()'],
    ['self.?o.optFlatMap(x, x.?deep)', 'optional({n: 1})'],
    ['[?self.?none, ?self.?n]', '[5]'],
    ['{?"a": self.?none, ?"b": self.?n}', '{b: 5}'],
    ['optional.of(1) == optional.of(1)', 'true'],
    ['optional.of(null).value()', 'null'],
    ['optional.ofNonZeroValue(0).hasValue()', 'false'],
    ['optional.ofNonZeroValue("a").value()', 'a'],
    ['[1, 2].first()', 'optional(1)'],
    ['[].last().hasValue()', 'false'],
    ['[optional.of(1), optional.none()].unwrapOpt()', '[1]'],
    ['has(self.?o.deep)', 'true'],
  ])('%s is %s', (source, result) => {
    expect(show(source, { self })).toBe(result)
  })

  it('do not evaluate an alternative that is not needed', () => {
    expect(show('self.?n.orValue(1 / 0)', { self })).toBe('5')
  })
})

function compile(source: string, types = {}): Program {
  const checked = checkSource(source, types)
  if (typeof checked === 'string') throw new Error(checked)
  const program = createProgram(checked)
  if (typeof program === 'string') throw new Error(program)
  return program
}

describe('the cost of an evaluation', () => {
  const types = { s: TYPES.string, n: TYPES.int, l: listOf(TYPES.int), o: TYPES.dyn }
  const values = { s: 'x'.repeat(100), n: 1n, l: fromJson([1, 2, 3]), o: fromJson({ a: { b: 'c' } }) }
  const costOf = (source: string) => compile(source, types).evaluate(values).cost

  it.each([
    ['1 + 1', 1],
    ['n', 1],
    ['n + n', 3],
    ['o.a.b', 3],
    ['has(o.a.b)', 2],
    ['l[0]', 2],
    ['l[n]', 2],
    ['n > 0 ? n : 0', 2],
    ['true && false', 0],
    ['s == s', 12],
    ['s.contains("xxxxxxxxxxxxxxxxxxxx")', 21],
    ['s.matches("^x+$")', 12],
    ['s + s', 22],
    ['[n]', 11],
    ['[1, 2]', 0],
    ['{"a": n}', 31],
    ['n in [1, 2]', 1],
    ['n in l', 5],
    ['duration("1h")', 0],
    ['l.all(x, x > 0)', 17],
    ['l.map(x, x)', 41],
    ['l.sum()', 4],
    ['s.upperAscii()', 11],
    ['quantity("1Gi")', 1],
    ['format.dns1123Label().validate(s).hasValue()', 91],
  ])('of %s is %d', (source, cost) => {
    expect(costOf(source)).toBe(cost)
  })

  it('ends it when it exceeds the limit, and nothing makes up for that', () => {
    const program = compile('l.all(x, l.all(y, x != y)) || true', types)

    const outcome = program.evaluate(values, 10)

    expect(outcome).toMatchObject({ error: 'operation cancelled: actual cost limit exceeded' })
    expect(outcome.cost).toBe(11)
  })
})
