import { goQuote } from '../../go-text.ts'
import { bytesToString, doubleToString, durationToString, timestampToString } from '../values/convert.ts'
import { fail } from '../values/failure.ts'
import { Bytes, type CelList, isList, isMap, kindOf, typeOf, Uint, type Value } from '../values/value.ts'
import { CLAUSES, type FormatClause, FormatError, readFormat } from './format-clauses.ts'

/** Fills the clauses of a format string with arguments: `'%s has %d'.format(['it', 2])`. */
export function formatString(format: string, args: CelList): string {
  let used = 0
  try {
    return readFormat(format, args.size)
      .map((piece) => (typeof piece === 'string' ? piece : formatClause(piece, args.at(used++))))
      .join('')
  } catch (error) {
    if (error instanceof FormatError) return fail(error.message)
    throw error
  }
}

function formatClause({ verb, precision }: FormatClause, value: Value): string {
  const text = render(verb, precision ?? 6, value)
  if (text !== undefined) return text
  return fail(`error during formatting: ${CLAUSES[verb].refusal}, was given ${typeOf(value).name}`)
}

function render(verb: FormatClause['verb'], precision: number, value: Value): string | undefined {
  switch (verb) {
    case 's':
      return toText(value)
    case 'd':
      return integer(value)?.toString()
    case 'f':
      return floating(value, (number) => fixed(number, precision, true))
    case 'e':
      return floating(value, scientific)
    case 'b':
      return typeof value === 'boolean' ? String(Number(value)) : integer(value)?.toString(2)
    case 'o':
      return integer(value)?.toString(8)
    default:
      return verb === 'X' ? hexadecimal(value)?.toUpperCase() : hexadecimal(value)
  }
}

const integer = (value: Value): bigint | undefined =>
  typeof value === 'bigint' ? value : value instanceof Uint ? value.value : undefined

function hexadecimal(value: Value): string | undefined {
  if (typeof value === 'string') return Buffer.from(value).toString('hex')
  if (value instanceof Bytes) return Buffer.from(value.data).toString('hex')
  return integer(value)?.toString(16)
}

const SPECIAL: Record<string, number> = {
  NaN: Number.NaN,
  Infinity: Number.POSITIVE_INFINITY,
  '-Infinity': Number.NEGATIVE_INFINITY,
}

function floating(value: Value, format: (number: number) => string): string | undefined {
  const number = typeof value === 'string' ? SPECIAL[value] : value
  if (typeof number !== 'number') return undefined
  if (Number.isNaN(number)) return 'NaN'
  if (!Number.isFinite(number)) return number > 0 ? '∞' : '-∞'
  return format(number)
}

const MAX_DIGITS = 100
const MAX_PRECISION = 1_000_000

/** With a number of digits after the point. A double has no more than JavaScript can print, the rest are zeros. */
function fixed(number: number, precision: number, useGrouping: boolean): string {
  const digits = Math.min(precision, MAX_DIGITS)
  const text = number.toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    roundingMode: 'halfEven',
    useGrouping,
  })
  return text + '0'.repeat(Math.min(precision, MAX_PRECISION) - digits)
}

const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹'

/** The way the English locale writes it: `2.718280×10⁰⁰`. */
function scientific(number: number): string {
  const [mantissa = '', exponent = ''] = number.toExponential(6).split('e')
  const digits = exponent
    .slice(1)
    .padStart(2, '0')
    .replace(/\d/g, (digit) => SUPERSCRIPT[Number(digit)]!)
  return `${mantissa}×10${exponent[0] === '-' ? '⁻' : ''}${digits}`
}

/** A value under `%s`; undefined for types that have no text. */
function toText(value: Value): string | undefined {
  if (isList(value) || isMap(value)) return nested(value)
  if (typeof value === 'number') return doubleToString(value)
  if (typeof value !== 'object' || value === null) return String(value)
  switch (value.celKind) {
    case 'uint':
      return String(value.value)
    case 'bytes':
      return bytesToString(value)
    case 'timestamp':
      return timestampToString(value)
    case 'duration':
      return durationToString(value)
    case 'type':
      return value.type.name
    default:
      return undefined
  }
}

/** A value inside a list or map, written the way CEL would read it. */
function nested(value: Value): string {
  if (isList(value)) return `[${value.toArray().map(nested).join(', ')}]`
  if (isMap(value)) {
    const entries = value.keys().map((key) => [nested(key), nested(value.find(key)!)] as const)
    const sorted = entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    return `{${sorted.map(([key, each]) => `${key}:${each}`).join(', ')}}`
  }
  if (typeof value === 'number') return Number.isFinite(value) ? fixed(value, 6, false) : goQuote(doubleToString(value))
  const text = toText(value) ?? fail(`error during formatting: no formatting function for ${typeOf(value).name}`)
  switch (kindOf(value)) {
    case 'string':
      return goQuote(text)
    case 'bytes':
      return `b${goQuote(text)}`
    case 'timestamp':
    case 'duration':
      return `${kindOf(value)}(${goQuote(text)})`
    default:
      return text
  }
}
