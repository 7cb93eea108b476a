import { readBracket } from './bracket.ts'
import { rangeSource } from './classes.ts'
import { accept, atEnd, type Cursor, next, peek, textFrom, textSince } from './cursor.ts'
import { readCharacterEscape, readClassEscape } from './escapes.ts'
import { type Re2Assertion, type Re2Node, Re2SyntaxError } from './syntax.ts'

/** `i`: ignore case, `m`: ^ and $ match at lines, `s`: . matches a line feed, `U`: lazy is greedy and the reverse. */
interface Flags {
  i: boolean
  m: boolean
  s: boolean
  U: boolean
}

const MAX_REPEAT = 1000
const MAX_DEPTH = 1000

/** Reads a pattern in Go's syntax; throws `Re2SyntaxError` for what Go would refuse. */
export function parseRe2(pattern: string): Re2Node {
  const cursor: Cursor = { characters: [...pattern], index: 0 }
  const node = readAlternatives(cursor, { i: false, m: false, s: false, U: false }, 0)
  if (!atEnd(cursor)) throw new Re2SyntaxError('unexpected )', pattern)
  return node
}

/** Flags that are set in the middle of a group hold until its end, over `|`. */
function readAlternatives(cursor: Cursor, flags: Flags, depth: number): Re2Node {
  if (depth > MAX_DEPTH) throw new Re2SyntaxError('expression nests too deeply', textFrom(cursor, 0))
  const current = { ...flags }
  const parts = [readSequence(cursor, current, depth)]
  while (accept(cursor, '|')) parts.push(readSequence(cursor, current, depth))
  return parts.length === 1 && parts[0] !== undefined ? parts[0] : { type: 'alternate', parts }
}

function readSequence(cursor: Cursor, flags: Flags, depth: number): Re2Node {
  const parts: Re2Node[] = []
  while (!atEnd(cursor) && peek(cursor) !== '|' && peek(cursor) !== ')') {
    if (peek(cursor) === '\\' && peek(cursor, 1) === 'Q') {
      parts.push(...readQuoted(cursor, flags))
      continue
    }
    const start = cursor.index
    const atom = readAtom(cursor, flags, depth)
    const repeatable = atom.type !== 'empty' || textSince(cursor, start) === '(?:)'
    parts.push(readRepeats(cursor, atom, flags, repeatable))
  }
  return parts.length === 0 ? { type: 'empty' } : { type: 'concat', parts }
}

function readAtom(cursor: Cursor, flags: Flags, depth: number): Re2Node {
  const character = peek(cursor)
  if (character === '(') return readGroup(cursor, flags, depth)
  if (character === '[') return readBracket(cursor, flags.i)
  if (character === '\\') return readEscape(cursor, flags)
  const start = cursor.index
  if (readRepeatCount(cursor) !== undefined) {
    throw new Re2SyntaxError('missing argument to repetition operator', textSince(cursor, start))
  }
  next(cursor)
  if (character === '.') return { type: 'set', source: flags.s ? '' : '\\n', isNegated: true }
  if (character === '^') return assertion(flags.m ? 'line-start' : 'text-start')
  if (character === '$') return assertion(flags.m ? 'line-end' : 'text-end')
  return literal(character.codePointAt(0) ?? 0, flags)
}

const assertion = (kind: Re2Assertion): Re2Node => ({ type: 'assertion', kind })

const literal = (point: number, flags: Flags): Re2Node => ({
  type: 'set',
  source: rangeSource(point, point, flags.i),
  isNegated: false,
})

const ASSERTION_ESCAPES: Record<string, Re2Assertion> = {
  A: 'text-start',
  z: 'text-end',
  b: 'word-boundary',
  B: 'no-word-boundary',
}

function readEscape(cursor: Cursor, flags: Flags): Re2Node {
  const kind = ASSERTION_ESCAPES[peek(cursor, 1)]
  if (kind !== undefined) {
    cursor.index += 2
    return assertion(kind)
  }
  const set = readClassEscape(cursor)
  return set === undefined ? literal(readCharacterEscape(cursor), flags) : { type: 'set', ...set }
}

/** Reads `\\Q...\\E`, whose last character a repetition operator may follow. */
function readQuoted(cursor: Cursor, flags: Flags): Re2Node[] {
  const parts: Re2Node[] = []
  accept(cursor, '\\Q')
  while (!atEnd(cursor) && !accept(cursor, '\\E')) parts.push(literal(next(cursor).codePointAt(0) ?? 0, flags))
  const last = parts.pop()
  return last === undefined ? parts : [...parts, readRepeats(cursor, last, flags, true)]
}

function readGroup(cursor: Cursor, flags: Flags, depth: number): Re2Node {
  const start = cursor.index
  next(cursor)
  let inner = flags
  if (accept(cursor, '?')) {
    if (accept(cursor, 'P<') || (peek(cursor) === '<' && accept(cursor, '<'))) readGroupName(cursor, start)
    else inner = readFlags(cursor, flags, start)
    if (accept(cursor, ')')) {
      Object.assign(flags, inner)
      return { type: 'empty' }
    }
    if (inner !== flags) accept(cursor, ':')
  }
  const part = readAlternatives(cursor, inner, depth + 1)
  if (!accept(cursor, ')')) throw new Re2SyntaxError('missing closing )', textFrom(cursor, 0))
  return { type: 'group', part }
}

function readGroupName(cursor: Cursor, start: number): void {
  const nameStart = cursor.index
  while (!atEnd(cursor) && peek(cursor) !== '>') next(cursor)
  const name = textSince(cursor, nameStart)
  if (!accept(cursor, '>') || !/^\w+$/.test(name)) {
    throw new Re2SyntaxError('invalid named capture', textSince(cursor, start))
  }
}

/** Reads `i`, `i-s`, `-s` and so on up to `)` or `:`, and leaves the cursor there. */
function readFlags(cursor: Cursor, flags: Flags, start: number): Flags {
  const result = { ...flags }
  let value = true
  while (peek(cursor) !== ')' && peek(cursor) !== ':') {
    const letter = next(cursor)
    if (letter === '-' && value) value = false
    else if (letter === 'i' || letter === 'm' || letter === 's' || letter === 'U') result[letter] = value
    else throw new Re2SyntaxError('invalid or unsupported Perl syntax', textSince(cursor, start))
  }
  return result
}

interface RepeatCount {
  min: number
  max: number
}

const REPEATS: Record<string, RepeatCount> = {
  '*': { min: 0, max: Number.POSITIVE_INFINITY },
  '+': { min: 1, max: Number.POSITIVE_INFINITY },
  '?': { min: 0, max: 1 },
}

function readRepeats(cursor: Cursor, atom: Re2Node, flags: Flags, isRepeatable: boolean): Re2Node {
  const start = cursor.index
  const count = readRepeatCount(cursor)
  if (count === undefined) return atom
  if (!isRepeatable) throw new Re2SyntaxError('missing argument to repetition operator', textSince(cursor, start))
  const isLazy = accept(cursor, '?') !== flags.U
  if (readRepeatCount(cursor) !== undefined) {
    throw new Re2SyntaxError('invalid nested repetition operator', textSince(cursor, start))
  }
  return { type: 'repeat', part: atom, ...count, isLazy }
}

function readRepeatCount(cursor: Cursor): RepeatCount | undefined {
  const simple = REPEATS[peek(cursor)]
  if (simple !== undefined) {
    next(cursor)
    return simple
  }
  const match = peek(cursor) === '{' ? /^\{(\d+)(,(\d*))?\}/.exec(textFrom(cursor, cursor.index)) : null
  if (match === null) return undefined
  cursor.index += match[0].length
  const min = Number(match[1])
  const max = match[2] === undefined ? min : match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3])
  const isTooLarge = min > MAX_REPEAT || (max !== Number.POSITIVE_INFINITY && max > MAX_REPEAT)
  if (isTooLarge || max < min) throw new Re2SyntaxError('invalid repeat count', match[0])
  return { min, max }
}
