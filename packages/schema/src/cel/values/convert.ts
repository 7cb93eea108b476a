import { checkedInt, checkedUint } from './arithmetic.ts'
import { fail } from './failure.ts'
import { formatShortest } from './numbers.ts'
import { formatDuration, formatTimestamp, parseDuration, parseTimestamp, type Timestamp, timestampOf } from './time.ts'
import { Bytes, Uint } from './value.ts'

const SECOND = 1_000_000_000n

const unconvertible = (from: string, to: string): never => fail(`type conversion error from '${from}' to '${to}'`)

/** int(double), cut off towards zero. */
export function doubleToInt(value: number): bigint {
  if (!Number.isFinite(value) || value <= -(2 ** 63) || value >= 2 ** 63) fail('integer overflow')
  return BigInt(Math.trunc(value))
}

/** uint(double), cut off towards zero. */
export function doubleToUint(value: number): Uint {
  if (!Number.isFinite(value) || value < 0 || value >= 2 ** 64) fail('unsigned integer overflow')
  return new Uint(BigInt(Math.trunc(value)))
}

/** int(string), in decimal. */
export function stringToInt(text: string): bigint {
  const [, sign, digits] = /^([+-]?)0*(\d{1,19})$/.exec(text) ?? unconvertible('string', 'int')
  const value = sign === '-' ? -BigInt(digits!) : BigInt(digits!)
  return value > 2n ** 63n - 1n || value < -(2n ** 63n) ? unconvertible('string', 'int') : value
}

/** uint(string), in decimal. */
export function stringToUint(text: string): Uint {
  const digits = /^0*(\d{1,20})$/.exec(text)?.[1]
  const value = digits === undefined ? -1n : BigInt(digits)
  return value < 0n || value > 2n ** 64n - 1n ? unconvertible('string', 'uint') : new Uint(value)
}

const FLOAT = /^[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?|0[xX][0-9a-fA-F]+)$/
const SPECIAL_FLOAT = /^([+-]?)(inf|infinity|nan)$/i

/** double(string). */
export function stringToDouble(text: string): number {
  const special = SPECIAL_FLOAT.exec(text)
  if (special) {
    if (special[2]!.toLowerCase() === 'nan') return special[1] === '' ? Number.NaN : unconvertible('string', 'double')
    return special[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY
  }
  const value = FLOAT.test(text) ? Number(text) : Number.NaN
  return Number.isFinite(value) ? value : unconvertible('string', 'double')
}

const TRUE_WORDS = new Set(['1', 't', 'T', 'TRUE', 'true', 'True'])
const FALSE_WORDS = new Set(['0', 'f', 'F', 'FALSE', 'false', 'False'])

/** bool(string), in the spellings that Go knows. */
export function stringToBool(text: string): boolean {
  if (TRUE_WORDS.has(text)) return true
  return FALSE_WORDS.has(text) ? false : unconvertible('string', 'bool')
}

/** duration(string), such as `1h30m`. */
export const stringToDuration = (text: string) =>
  parseDuration(text) ?? unconvertible('string', 'google.protobuf.Duration')
/** timestamp(string), in RFC 3339. */
export const stringToTimestamp = (text: string) =>
  parseTimestamp(text) ?? unconvertible('string', 'google.protobuf.Timestamp')
/** bytes(string), in UTF-8. */
export const stringToBytes = (text: string) => new Bytes(Buffer.from(text, 'utf8'))

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** string(bytes), which must be UTF-8. */
export function bytesToString({ data }: Bytes): string {
  try {
    return utf8.decode(data)
  } catch {
    return fail('invalid UTF-8 in bytes, cannot convert to string')
  }
}

/** timestamp(int), in seconds since 1970. */
export const intToTimestamp = (seconds: bigint) => timestampOf(seconds * SECOND)
/** int(timestamp), in seconds since 1970. */
export const timestampToInt = ({ nanos }: Timestamp) =>
  nanos >= 0n ? nanos / SECOND : -((-nanos + SECOND - 1n) / SECOND)
/** uint(int). */
export const intToUint = (value: bigint) => checkedUint(value)
/** int(uint). */
export const uintToInt = ({ value }: Uint) => checkedInt(value)
/** string(double). */
export const doubleToString = formatShortest
/** string(duration), in seconds. */
export const durationToString = formatDuration
/** string(timestamp), in RFC 3339. */
export const timestampToString = formatTimestamp
