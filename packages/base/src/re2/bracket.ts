import { posixClass, rangeSource } from './classes.ts'
import { accept, atEnd, type Cursor, next, peek, textFrom, textSince } from './cursor.ts'
import { readCharacterEscape, readClassEscape } from './escapes.ts'
import { type Re2Node, Re2SyntaxError } from './syntax.ts'

/** Reads a class in brackets, the opening one included. */
export function readBracket(cursor: Cursor, foldCase: boolean): Re2Node {
  const start = cursor.index
  next(cursor)
  const isNegated = accept(cursor, '^')
  let source = ''
  // A closing bracket that comes first stands for itself.
  for (let isFirst = true; isFirst || peek(cursor) !== ']'; isFirst = false) {
    if (atEnd(cursor)) throw new Re2SyntaxError('missing closing ]', textFrom(cursor, start))
    source += readMember(cursor, start, foldCase)
  }
  next(cursor)
  return { type: 'set', source, isNegated }
}

function readMember(cursor: Cursor, start: number, foldCase: boolean): string {
  const named = readPosix(cursor) ?? readClassEscape(cursor)
  if (named !== undefined) return named.isNegated ? complement(named.source) : named.source
  const rangeStart = cursor.index
  const low = readCharacter(cursor, start)
  if (peek(cursor) !== '-' || peek(cursor, 1) === ']' || peek(cursor, 1) === '') return rangeSource(low, low, foldCase)
  next(cursor)
  const high = readCharacter(cursor, start)
  if (high < low) throw new Re2SyntaxError('invalid character class range', textSince(cursor, rangeStart))
  return rangeSource(low, high, foldCase)
}

function readPosix(cursor: Cursor) {
  if (peek(cursor) !== '[' || peek(cursor, 1) !== ':') return undefined
  const match = /^\[(:\^?[a-z]*:)\]/.exec(textFrom(cursor, cursor.index))
  if (match?.[1] === undefined) return undefined
  cursor.index += match[0].length
  return posixClass(match[1])
}

function readCharacter(cursor: Cursor, start: number): number {
  if (atEnd(cursor)) throw new Re2SyntaxError('missing closing ]', textFrom(cursor, start))
  return peek(cursor) === '\\' ? readCharacterEscape(cursor) : (next(cursor).codePointAt(0) ?? 0)
}

const COMPLEMENTS: Record<string, string> = {
  '0-9': '\\D',
  '0-9A-Za-z_': '\\W',
  '\\t\\n\\f\\r ': '\\u{0}-\\u{8}\\u{b}\\u{e}-\\u{1f}!-\\u{10ffff}',
}

/** A negated class inside brackets, where JavaScript has no notation for one but `\D`, `\W` and `\P`. */
function complement(source: string): string {
  if (source.startsWith('\\p{')) return `\\P${source.slice(2)}`
  return COMPLEMENTS[source] ?? complementOfAscii(source)
}

function complementOfAscii(source: string): string {
  const member = new RegExp(`[${source}]`, 'u')
  let rest = '\\u{80}-\\u{10ffff}'
  for (let point = 0; point < 0x80; point++) {
    if (!member.test(String.fromCharCode(point))) rest += rangeSource(point, point, false)
  }
  return rest
}
