import { describe, expect, it } from 'vitest'
import { problemsOf, show } from '../testing.ts'
import { parse } from './parse.ts'
import { formatIssues } from './source.ts'

const OPERAND =
  "{'[', '{', '(', '.', '-', '!', 'true', 'false', 'null', NUM_FLOAT, NUM_INT, NUM_UINT, STRING, BYTES, IDENTIFIER}"

describe('parse', () => {
  it.each([
    ['self >', `1:7: Syntax error: mismatched input '<EOF>' expecting ${OPERAND}`],
    ['', `1:1: Syntax error: mismatched input '<EOF>' expecting ${OPERAND}`],
    ['* 1', `1:1: Syntax error: extraneous input '*' expecting ${OPERAND}`],
    ['!', `1:2: Syntax error: extraneous input '<EOF>' expecting ${OPERAND}`],
    ['a b', "1:3: Syntax error: extraneous input 'b' expecting <EOF>"],
    ['a b c', "1:3: Syntax error: mismatched input 'b' expecting <EOF>"],
    ['self.', "1:6: Syntax error: no viable alternative at input '.'"],
    ['self..a', "1:6: Syntax error: no viable alternative at input '..'"],
    ['self.null', "1:6: Syntax error: mismatched input 'null' expecting IDENTIFIER"],
    ['self.?', "1:7: Syntax error: mismatched input '<EOF>' expecting {IDENTIFIER, ESC_IDENTIFIER}"],
    ['(1 + 2', "1:7: Syntax error: missing ')' at '<EOF>'"],
    ['size(a', "1:7: Syntax error: missing ')' at '<EOF>'"],
    ['size(a b)', "1:8: Syntax error: extraneous input 'b' expecting ')'"],
    ['size(a,)', `1:8: Syntax error: mismatched input ')' expecting ${OPERAND}`],
    ['a[0', "1:4: Syntax error: missing ']' at '<EOF>'"],
    ['[1 2]', "1:4: Syntax error: extraneous input '2' expecting {']', ','}"],
    ['[1', "1:3: Syntax error: mismatched input '<EOF>' expecting {']', ','}"],
    ['{1}', "1:3: Syntax error: mismatched input '}' expecting ':'"],
    ["{'a' 1}", "1:6: Syntax error: missing ':' at '1'"],
    ['a ? b', "1:6: Syntax error: mismatched input '<EOF>' expecting ':'"],
    ['while', '1:1: reserved identifier: while'],
    ['9223372036854775808', '1:1: invalid int literal'],
    ['18446744073709551616u', '1:1: invalid uint literal'],
    ['1e999', '1:1: invalid double literal'],
  ])('says what is wrong with %j', (source, problem) => {
    expect(problemsOf(source)).toEqual([problem])
  })

  it('goes on after an error, so that all are reported at once', () => {
    expect(problemsOf('*@a | b')).toEqual([
      `1:1: Syntax error: extraneous input '*' expecting ${OPERAND}`,
      "1:2: Syntax error: token recognition error at: '@'",
      "1:5: Syntax error: token recognition error at: '| '",
      "1:7: Syntax error: extraneous input 'b' expecting <EOF>",
    ])
    expect(problemsOf('f{{a}}')).toEqual([
      "1:3: Syntax error: extraneous input '{' expecting {'}', ',', '?', IDENTIFIER, ESC_IDENTIFIER}",
      "1:5: Syntax error: mismatched input '}' expecting ':'",
      "1:6: Syntax error: extraneous input '}' expecting <EOF>",
    ])
  })

  it('marks the place of an error in its line', () => {
    expect(show('true &&\n  self == "é" +')).toBe(
      `ERROR: <input>:2:16: Syntax error: mismatched input '<EOF>' expecting ${OPERAND}\n` +
        ' |   self == "é" +\n' +
        ' | ...........．...^',
    )
    expect(formatIssues('a', [{ offset: -1, message: 'too much' }])).toBe('ERROR: <input>:-1:0: too much')
  })

  it.each([
    ['\'a\' + "b"', 'ab'],
    ["r'\\d' + '\\n'.replace('\\n', 'n')", '\\dn'],
    ["'''it's'''", "it's"],
    ["'\\x41\\u00e9\\U0001F600\\101'", 'Aé😀A'],
    ["b'\\xff\\101a'", '[255 65 97]'],
    ["b'é'", '[195 169]'],
    ['0x1F', '31'],
    ['-9223372036854775808', '-9223372036854775808'],
    ['7u', '7'],
    ['.5 + 1e2', '100.5'],
    ['1 + 2 * 3 - 4 / 2', '5'],
    ['(1 + 2) * 3', '9'],
    ['1 < 2 == true', 'true'],
    ['--1', '1'],
    ['!!true', 'true'],
    ['true ? 1 : false ? 2 : 3', '1'],
    ['[1, 2,].size()', '2'],
    ["{'a': 1,}.size()", '1'],
    ["{'a b': 1}.`a b`", '1'],
    ['1 // one', '1'],
  ])('reads %s', (source, result) => {
    expect(show(source)).toBe(result)
  })

  it.each([
    ['[1].all(1, true)', '1:9: argument must be a simple name'],
    ['[1].map(1, true)', '1:9: argument is not an identifier'],
    ['[1].all(__result__, true)', '1:9: iteration variable overwrites accumulator variable'],
    ['has(self)', '1:5: invalid argument to has() macro'],
    ['{}.all(k, k, true)', '1:11: duplicate variable name: k'],
    ['{}.transformMap(k, 1, true)', '1:20: argument must be a simple name'],
  ])('refuses a macro that is misused: %s', (source, problem) => {
    expect(problemsOf(source)).toEqual([problem])
  })

  it('refuses expressions that are too deep or too long', () => {
    const deep = parse(`${'('.repeat(300)}1${')'.repeat(300)}`)
    const chained = parse(`a${'.b'.repeat(300)}`)
    const long = parse(`'${'x'.repeat(100_000)}'`)

    const tooDeep = { issues: [{ offset: -1, message: 'expression recursion limit exceeded: 250' }] }
    expect(deep).toEqual(tooDeep)
    expect(chained).toEqual(tooDeep)
    const message = 'expression code point size exceeds limit: size: 100002, limit 100000'
    expect(long).toEqual({ issues: [{ offset: -1, message }] })
  })
})
