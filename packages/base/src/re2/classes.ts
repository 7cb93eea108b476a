import { classCharacter, Re2SyntaxError } from './syntax.ts'

/** A set of characters: the inside of a JavaScript class, or everything but that. */
export interface CharacterSet {
  source: string
  isNegated: boolean
}

const PERL: Record<string, string> = { d: '0-9', s: '\\t\\n\\f\\r ', w: '0-9A-Za-z_' }

const POSIX: Record<string, string> = {
  alnum: '0-9A-Za-z',
  alpha: 'A-Za-z',
  ascii: '\\u{0}-\\u{7f}',
  blank: '\\t ',
  cntrl: '\\u{0}-\\u{1f}\\u{7f}',
  digit: '0-9',
  graph: '!-~',
  lower: 'a-z',
  print: ' -~',
  punct: '!-\\/:-@\\[-`\\{-~',
  space: '\\t\\n\\v\\f\\r ',
  upper: 'A-Z',
  word: '0-9A-Za-z_',
  xdigit: '0-9A-Fa-f',
}

/** `\d`, `\S` and so on; undefined for any other letter. */
export function perlClass(letter: string): CharacterSet | undefined {
  const source = PERL[letter.toLowerCase()]
  return source === undefined ? undefined : { source, isNegated: letter !== letter.toLowerCase() }
}

/** `[:alpha:]` or `[:^alpha:]`, given without the brackets. */
export function posixClass(text: string): CharacterSet {
  const isNegated = text.startsWith(':^')
  const source = POSIX[text.slice(isNegated ? 2 : 1, -1)]
  if (source === undefined) throw new Re2SyntaxError('invalid character class range', `[${text}]`)
  return { source, isNegated }
}

/** `\pL`, `\p{Greek}`, `\P{Lu}`: a general category or a script. */
export function unicodeClass(text: string, name: string, isNegated: boolean): CharacterSet {
  const inverted = name.startsWith('^')
  const bare = inverted ? name.slice(1) : name
  for (const property of [bare, `Script=${bare}`]) {
    if (isProperty(property)) return { source: `\\p{${property}}`, isNegated: isNegated !== inverted }
  }
  if (bare === 'Any') return { source: '\\u{0}-\\u{10ffff}', isNegated: isNegated !== inverted }
  throw new Re2SyntaxError('invalid character class range', text)
}

function isProperty(property: string): boolean {
  if (!/^(Script=[A-Z][A-Za-z_]+|[A-Z][a-z&]?)$/.test(property)) return false
  try {
    return new RegExp(`\\p{${property}}`, 'u').source !== ''
  } catch {
    return false
  }
}

/** A range of characters; with `foldCase`, also those that differ from it in case only. */
export function rangeSource(low: number, high: number, foldCase: boolean): string {
  const plain = low === high ? classCharacter(low) : `${classCharacter(low)}-${classCharacter(high)}`
  return foldCase ? plain + foldedSource(low, high) : plain
}

const ASCII_CASES = [
  { low: 0x41, high: 0x5a, distance: 0x20 },
  { low: 0x61, high: 0x7a, distance: -0x20 },
]

function foldedSource(low: number, high: number): string {
  let source = ''
  for (const letters of ASCII_CASES) {
    const from = Math.max(low, letters.low)
    const to = Math.min(high, letters.high)
    if (from <= to) source += rangeSource(from + letters.distance, to + letters.distance, false)
  }
  return low === high && low > 0x7f ? source + otherCases(low) : source
}

function otherCases(point: number): string {
  const character = String.fromCodePoint(point)
  return [character.toLowerCase(), character.toUpperCase()]
    .filter((other) => other !== character && [...other].length === 1)
    .map((other) => classCharacter(other.codePointAt(0) ?? 0))
    .join('')
}
