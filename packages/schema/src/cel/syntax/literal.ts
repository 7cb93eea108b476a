import { Bytes, Uint, type Value } from '../values/value.ts'
import type { Token } from './tokens.ts'

/** Why a literal is not one. */
export class LiteralError extends Error {
  override readonly name = 'LiteralError'
}

const SIMPLE: Record<string, string> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  "'": "'",
  '"': '"',
  '`': '`',
  '?': '?',
}
const ESCAPES = /\\(?:[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-3][0-7]{2})|(.))/gsu

/** The value of a string literal with its quotes and prefix. */
function stringValue(literal: string): string {
  const { body, raw } = unquote(literal)
  if (raw) return body
  return body.replace(ESCAPES, (_all, x?: string, u?: string, long?: string, octal?: string, simple?: string) => {
    if (simple !== undefined) return SIMPLE[simple] ?? ''
    const code = octal === undefined ? Number.parseInt((x ?? u ?? long)!, 16) : Number.parseInt(octal, 8)
    if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) throw new LiteralError('invalid unicode code point')
    return String.fromCodePoint(code)
  })
}

/** The value of a bytes literal after its `b`. Hexadecimal and octal escapes are bytes, all other text is UTF-8. */
function bytesValue(literal: string): Uint8Array {
  const { body, raw } = unquote(literal)
  if (raw) return Buffer.from(body, 'utf8')
  const parts: Buffer[] = []
  let last = 0
  for (const match of body.matchAll(ESCAPES)) {
    const [all, x, u, long, octal, simple] = match
    if (u !== undefined || long !== undefined) throw new LiteralError('unable to unescape string')
    parts.push(Buffer.from(body.slice(last, match.index), 'utf8'))
    parts.push(
      simple === undefined
        ? Buffer.from([x === undefined ? Number.parseInt(octal!, 8) : Number.parseInt(x, 16)])
        : Buffer.from(SIMPLE[simple] ?? '', 'utf8'),
    )
    last = match.index + all.length
  }
  return Buffer.concat([...parts, Buffer.from(body.slice(last), 'utf8')])
}

function unquote(literal: string): { body: string; raw: boolean } {
  const normalized = literal.replaceAll('\r\n', '\n').replaceAll('\r', '\n')
  const raw = normalized[0] === 'r' || normalized[0] === 'R'
  const quoted = raw ? normalized.slice(1) : normalized
  const quotes = quoted.startsWith("'''") || quoted.startsWith('"""') ? 3 : 1
  // A short literal such as `''` starts with one quote only.
  const length = quoted.length >= 6 ? quotes : 1
  return { body: quoted.slice(length, -length), raw }
}

const INT_MAX = 2n ** 63n - 1n
const INT_MIN = -(2n ** 63n)
const UINT_MAX = 2n ** 64n - 1n

/** The value of an int literal, which may carry its sign. */
function intValue(text: string): bigint {
  const negative = text.startsWith('-')
  const magnitude = BigInt(negative ? text.slice(1) : text)
  const value = negative ? -magnitude : magnitude
  if (value > INT_MAX || value < INT_MIN) throw new LiteralError('invalid int literal')
  return value
}

/** The value of a uint literal with its `u`. */
function uintValue(text: string): bigint {
  const value = BigInt(text.slice(0, -1))
  if (value > UINT_MAX) throw new LiteralError('invalid uint literal')
  return value
}

/** The value of a double literal. */
function doubleValue(text: string): number {
  const value = Number(text)
  if (!Number.isFinite(value)) throw new LiteralError('invalid double literal')
  return value
}

/** The value of a literal; throws a LiteralError when it has none. */
export function literalValue({ type, text }: Token): Value {
  switch (type) {
    case 'NUM_INT':
      return intValue(text)
    case 'NUM_UINT':
      return new Uint(uintValue(text))
    case 'NUM_FLOAT':
      return doubleValue(text)
    case 'STRING':
      return stringValue(text)
    case 'BYTES':
      return new Bytes(bytesValue(text.slice(1)))
    case 'null':
      return null
    default:
      return type === 'true'
  }
}

/** The value of a number with a minus before it. */
export const negativeValue = ({ type, text }: Token): Value =>
  type === 'NUM_INT' ? intValue(`-${text}`) : doubleValue(`-${text}`)
