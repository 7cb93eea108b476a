import { describe, expect, it } from 'vitest'
import { compileRe2 } from './pattern.ts'

describe('compileRe2', () => {
  it.each([
    ['^a+$', 'aaa', true],
    ['^a+$', 'aab', false],
    ['(?i)^abc$', 'aBC', true],
    ['^(?i:a)b$', 'Ab', true],
    ['^(?i:a)b$', 'AB', false],
    ['\\Aab\\z', 'ab', true],
    ['^a.c$', 'a\nc', false],
    ['(?s)^a.c$', 'a\nc', true],
    ['^a.c$', 'a\u2028c', true],
    ['^.$', '😀', true],
    ['(?m)^b$', 'a\nb', true],
    ['^b$', 'b\n', false],
    ['^[[:alpha:]]+$', 'abc', true],
    ['^[[:^alpha:]]+$', 'abc', false],
    ['^\\pL+$', 'äö', true],
    ['^\\p{Greek}+$', 'αβ', true],
    ['^[^\\p{Greek}]+$', 'αβ', false],
    ['^\\s$', '\u00a0', false],
    ['^[\\S]$', '\u00a0', true],
    ['^[]a]+$', ']a', true],
    ['^[a\\-z]+$', '-', true],
    ['^[a-]+$', 'a-', true],
    ['^\\Qa.b\\E+$', 'a.bb', true],
    ['^\\Qa.b\\E$', 'axb', false],
    ['^(?P<name>a)(?<other>b)$', 'ab', true],
    ['^x{2,3}$', 'xxx', true],
    ['^x{,3}$', 'x{,3}', true],
    ['^\\x41\\x{42}\\103$', 'ABC', true],
    ['^a\\_b\\/c\\"$', 'a_b/c"', true],
    ['^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*)?$', 'a-b.c', true],
    ['a|b', 'xb', true],
    ['^(a|b)*?$', 'abba', true],
    ['(?U)^a+$', 'aa', true],
    ['', 'anything', true],
  ])('%s on %j is %s', (pattern, text, wanted) => {
    expect(compileRe2(pattern).test(text)).toBe(wanted)
  })

  it.each([
    ['\\bfoo\\b', 'a foo b', true],
    ['\\bfoo\\b', 'afoo b', false],
    ['\\Boo', 'foo', true],
    ['^$', '', true],
    ['^(a*)*$', 'aaa', true],
    ['^(?:)*$', '', true],
    ['^(a|ab)(c|bcd)$', 'abcd', true],
    ['^a{2}(b{1,2}){2}$', 'aabbbb', true],
    ['^a{2}(b{1,2}){2}$', 'aabbbbb', false],
    ['x$|^y', 'yz', true],
    ['x$|^y', 'zy', false],
  ])('%s on %j is %s, too', (pattern, text, wanted) => {
    expect(compileRe2(pattern).test(text)).toBe(wanted)
  })

  it('takes no longer for patterns that JavaScript would never finish', () => {
    const text = `${'a'.repeat(5_000)}!`

    expect(compileRe2('^(a+)+$').test(text)).toBe(false)
    expect(compileRe2('(a*)*b').test(text)).toBe(false)
    expect(compileRe2('^(a|aa)+$').find(text)).toBeUndefined()
  })

  it('keeps its bearings when a pattern has more states than it remembers', () => {
    const expression = compileRe2('(a|b)*a(a|b){12}$')
    const text = Array.from({ length: 5_000 }, (_, index) => ((index * index) % 7 < 3 ? 'a' : 'b')).join('')

    expect(expression.test(`${text}a${'b'.repeat(12)}`)).toBe(true)
    expect(expression.test(`${text}b${'b'.repeat(12)}`)).toBe(false)
  })

  it('refuses repetitions that would take all memory', () => {
    expect(() => compileRe2('((a{1000}){1000}){1000}')).toThrow('expression too large')
  })

  it('agrees with JavaScript on patterns that mean the same to both', () => {
    const patterns = ['^[a-c]*b$', 'a+b?c', '(ab|a)(c|bcd)?', '^(?:a|b)+c$', 'b{2,3}', '\\ba', 'a*?b', '[^a]c|ca$']
    const texts = ['', 'a', 'ab', 'abc', 'abcd', 'aabbcc', 'cab', 'bbbb', 'ca ba', 'xaxbxc']
    for (const pattern of patterns) {
      for (const text of texts) {
        const found = compileRe2(pattern)
          .findAll(text)
          .map(({ start, end }) => text.slice(start, end))
        expect([pattern, text, found]).toEqual([pattern, text, text.match(new RegExp(pattern, 'gu')) ?? []])
        expect(compileRe2(pattern).test(text)).toBe(new RegExp(pattern, 'u').test(text))
      }
    }
  })

  it.each([
    ['([', 'error parsing regexp: missing closing ]: `[`'],
    ['(a', 'error parsing regexp: missing closing ): `(a`'],
    ['a)', 'error parsing regexp: unexpected ): `a)`'],
    ['*a', 'error parsing regexp: missing argument to repetition operator: `*`'],
    ['a**', 'error parsing regexp: invalid nested repetition operator: `**`'],
    ['a{1001}', 'error parsing regexp: invalid repeat count: `{1001}`'],
    ['[z-a]', 'error parsing regexp: invalid character class range: `z-a`'],
    ['\\y', 'error parsing regexp: invalid escape sequence: `\\y`'],
    ['a\\', 'error parsing regexp: trailing backslash at end of expression: ``'],
    ['(?=a)', 'error parsing regexp: invalid or unsupported Perl syntax: `(?=`'],
    ['\\p{Klingon}', 'error parsing regexp: invalid character class range: `\\p{Klingon}`'],
    ['(a)\\1', 'error parsing regexp: invalid escape sequence: `\\1`'],
  ])('refuses %s as Go does', (pattern, message) => {
    expect(() => compileRe2(pattern)).toThrow(message)
  })
})

describe('findAll', () => {
  it('finds matches as Go does', () => {
    const texts = (pattern: string, text: string, limit?: number) =>
      compileRe2(pattern)
        .findAll(text, limit)
        .map(({ start, end }) => text.slice(start, end))

    expect(texts('[0-9]+', 'a1b22c333')).toEqual(['1', '22', '333'])
    expect(texts('[0-9]+', 'a1b22c333', 2)).toEqual(['1', '22'])
    expect(texts('a*', 'baaac')).toEqual(['', 'aaa', ''])
    expect(texts('a|ab', 'ab')).toEqual(['a'])
    expect(texts('.', 'a😀b')).toEqual(['a', '😀', 'b'])
    expect(texts('^a', 'aa')).toEqual(['a'])
  })
})
