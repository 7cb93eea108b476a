import { type CharacterSet, perlClass, unicodeClass } from './classes.ts'
import { accept, atEnd, type Cursor, next, peek, textFrom, textSince } from './cursor.ts'
import { Re2SyntaxError } from './syntax.ts'

const CONTROLS: Record<string, number> = { a: 7, f: 12, t: 9, n: 10, r: 13, v: 11 }
const MAX_POINT = 0x10ffff

/** Reads the escape of a single character, the backslash included. */
export function readCharacterEscape(cursor: Cursor): number {
  const start = cursor.index
  next(cursor)
  if (atEnd(cursor)) throw new Re2SyntaxError('trailing backslash at end of expression', '')
  const letter = next(cursor)
  const control = CONTROLS[letter]
  if (control !== undefined) return control
  if (letter === 'x') return readHex(cursor, start)
  if (letter === '0' || (/[1-7]/.test(letter) && /[0-7]/.test(peek(cursor)))) return readOctal(cursor, letter)
  const point = letter.codePointAt(0) ?? 0
  if (point < 0x80 && !/[0-9A-Za-z]/.test(letter)) return point
  throw new Re2SyntaxError('invalid escape sequence', textSince(cursor, start))
}

function readHex(cursor: Cursor, start: number): number {
  let digits = ''
  if (accept(cursor, '{')) {
    while (!atEnd(cursor) && peek(cursor) !== '}') digits += next(cursor)
    next(cursor)
  } else digits = next(cursor) + next(cursor)
  const point = /^[0-9a-f]+$/i.test(digits) ? Number.parseInt(digits, 16) : MAX_POINT + 1
  if (point > MAX_POINT) throw new Re2SyntaxError('invalid escape sequence', textSince(cursor, start))
  return point
}

function readOctal(cursor: Cursor, first: string): number {
  let digits = first
  while (digits.length < 3 && /[0-7]/.test(peek(cursor))) digits += next(cursor)
  return Number.parseInt(digits, 8)
}

/** Reads `\d`, `\pL`, `\P{Greek}` and their like; leaves the cursor alone when something else comes. */
export function readClassEscape(cursor: Cursor): CharacterSet | undefined {
  const letter = peek(cursor, 1)
  if (peek(cursor) !== '\\') return undefined
  const perl = perlClass(letter)
  if (perl !== undefined) {
    cursor.index += 2
    return perl
  }
  return letter === 'p' || letter === 'P' ? readUnicodeClass(cursor, letter === 'P') : undefined
}

function readUnicodeClass(cursor: Cursor, isNegated: boolean): CharacterSet {
  const start = cursor.index
  cursor.index += 2
  let name = next(cursor)
  if (name === '{') {
    name = ''
    while (!atEnd(cursor) && peek(cursor) !== '}') name += next(cursor)
    if (atEnd(cursor)) throw new Re2SyntaxError('invalid character class range', textFrom(cursor, start))
    next(cursor)
  }
  return unicodeClass(textSince(cursor, start), name, isNegated)
}
