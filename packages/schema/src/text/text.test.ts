import { describe, expect, it } from 'vitest'
import { parseJson } from './json-text.ts'
import { fieldProblems } from './parsed-text.ts'
import { parseSecretYaml, parseYaml } from './yaml-text.ts'

describe('parseJson', () => {
  it('reads JSON without repeated fields', () => {
    expect(parseJson('{"a":{"b":[1,{"c":"}:{"}]}}')).toEqual({ value: { a: { b: [1, { c: '}:{' }] } }, duplicates: [] })
  })

  it('names repeated fields in the order of their repetition and takes the last value', () => {
    const text =
      '{"kind":"ConfigMap","metadata":{"name":"x","name":"x"},"data":{"a":"1","a":"2"},"list":[{"k":1,"k":2}],"data":{"b":"3"}}'

    const { value, duplicates } = parseJson(text)

    expect(duplicates).toEqual(['metadata.name', 'data.a', 'list[0].k', 'data'])
    expect(value).toEqual({ kind: 'ConfigMap', metadata: { name: 'x' }, data: { b: '3' }, list: [{ k: 2 }] })
  })

  it('lays repeated objects over each other where typed decoding would', () => {
    const { value } = parseJson('{"data":{"a":"1","a":"2"},"data":{"b":"3"}}', { repeated: 'merge' })

    expect(value).toEqual({ data: { a: '2', b: '3' } })
  })

  it('is not confused by quotes, backslashes and escaped names', () => {
    const { value, duplicates } = parseJson(String.raw`{"a\\":"\"{","b\"":1,"\u0061":2,"a":3.5e1 , "t":true,"n":null}`)

    expect(duplicates).toEqual(['a'])
    expect(value).toEqual({ 'a\\': '"{', 'b"': 1, a: 35, t: true, n: null })
  })

  it('keeps a field called __proto__ a field', () => {
    const { value } = parseJson('{"__proto__":{"x":1},"__proto__":{"x":2},"a":1}')

    expect(JSON.stringify(value)).toBe('{"__proto__":{"x":2},"a":1}')
  })

  it('refuses what is not JSON', () => {
    expect(() => parseJson('{"a":1}}')).toThrow(SyntaxError)
    expect(() => parseJson('')).toThrow(SyntaxError)
  })

  it('refuses nesting beyond reason instead of running out of stack', () => {
    expect(() => parseJson('['.repeat(100_000) + ']'.repeat(100_000))).toThrow('exceeded max depth')
    expect(() => parseJson(`${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}`)).toThrow('exceeded max depth')
  })
})

describe('parseSecretYaml', () => {
  it('says where a text is wrong, and nothing of what stands there', () => {
    const text = 'user: me\ntoken: "s3cret\n'

    expect(() => parseYaml(text)).toThrow('s3cret')
    expect(() => parseSecretYaml(text)).toThrow(/^not YAML, see line \d+$/)
    expect(parseSecretYaml('token: s3cret').value).toEqual({ token: 's3cret' })
  })
})

describe('parseYaml', () => {
  it('reads YAML 1.1 as Kubernetes does', () => {
    const text = 'on: yes\nmode: 0644\nday: 2020-01-02\nclock: 12:30\nversion: 1.10\ntext: "yes"\nempty:\n'

    expect(parseYaml(text).value).toEqual({
      on: true,
      mode: 420,
      day: '2020-01-02',
      clock: '12:30',
      version: 1.1,
      text: 'yes',
      empty: null,
    })
  })

  it('merges and resolves aliases', () => {
    expect(parseYaml('base: &b {x: 1}\nother:\n  <<: *b\n  y: 2\n').value).toEqual({
      base: { x: 1 },
      other: { x: 1, y: 2 },
    })
  })

  it('refuses aliases that lead nowhere or explode', () => {
    const laughs = Array.from({ length: 9 }, (_, level) => `a${level}: &a${level} [${`*a${level - 1},`.repeat(9)}]`)

    expect(() => parseYaml('a: *b')).toThrow(SyntaxError)
    expect(() => parseYaml(['a-1: &a-1 [x]', ...laughs].join('\n'))).toThrow(SyntaxError)
  })

  it('reads the first of several documents', () => {
    expect(parseYaml('a: 1\n---\nb: 2\n').value).toEqual({ a: 1 })
  })

  it('reports repeated keys with their line', () => {
    const parsed = parseYaml('spec:\n  foo: 1\n  foo: 2\n')

    expect(parsed.value).toEqual({ spec: { foo: 2 } })
    expect(parsed.yamlProblem).toBe('yaml: unmarshal errors:\n  line 3: key "foo" already set in map')
  })

  it('reads JSON, and has its own words for the fields that repeat', () => {
    expect(parseYaml('{"a": 1}').value).toEqual({ a: 1 })
    expect(parseYaml('{"a": 1, "a": 2}').yamlProblem).toBe(
      'yaml: unmarshal errors:\n  line 1: key "a" already set in map',
    )
  })

  it('refuses broken YAML, deep nesting and exploding aliases', () => {
    expect(() => parseYaml('a: [1')).toThrow(SyntaxError)
    expect(() => parseYaml('['.repeat(20_000))).toThrow(SyntaxError)
    expect(() => parseYaml(`${'- '.repeat(1_500)}x`)).toThrow(SyntaxError)
    const bomb = ['a: &a [x,x,x,x,x,x,x,x,x]']
    for (let index = 0; index < 8; index++)
      bomb.push(`${'bcdefghi'[index]}: &${'bcdefghi'[index]} [${`*${'abcdefghi'[index]},`.repeat(9)}]`)
    expect(() => parseYaml(bomb.join('\n'))).toThrow()
  })
})

describe('fieldProblems', () => {
  const text = '{"spec":{"unknownField":"x","replicas":1,"replicas":2},"later":{"a":1,"a":2}}'

  it('follows the text for typed objects, and does not look into unknown fields', () => {
    expect(fieldProblems(parseJson(text), ['spec.unknownField', 'later'], 'typed')).toEqual([
      'unknown field "spec.unknownField"',
      'duplicate field "spec.replicas"',
      'unknown field "later"',
    ])
  })

  it('puts repeated fields first for custom resources', () => {
    expect(fieldProblems(parseJson(text), ['spec.unknownField'], 'custom')).toEqual([
      'duplicate field "spec.replicas"',
      'duplicate field "later.a"',
      'unknown field "spec.unknownField"',
    ])
  })

  it('quotes the YAML parser on repeated keys', () => {
    expect(fieldProblems(parseYaml('a: 1\na: 2\nb: 3\n'), ['b'], 'custom')).toEqual([
      'yaml: unmarshal errors:\n  line 2: key "a" already set in map',
      'unknown field "b"',
    ])
  })
})
