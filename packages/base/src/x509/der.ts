import { getOrMake } from '../get-or-make.ts'

/** Writes the distinguished encoding of ASN.1 (X.690), as far as certificates need it. */

/** Tags of the types that certificates use. */
export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectId: 0x06,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const

/** The tag of `[number]` in a definition; constructed when it holds other values. */
export const contextTag = (number: number, constructed: boolean): number => (constructed ? 0xa0 : 0x80) | number

/** A value: tag, length, content. */
export function tagged(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body])
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const bytes: number[] = []
  for (let rest = length; rest > 0; rest >>>= 8) bytes.unshift(rest & 0xff)
  return Buffer.from([0x80 | bytes.length, ...bytes])
}

/** Values in a fixed order. */
export const sequence = (...items: readonly Uint8Array[]): Buffer => tagged(TAG.sequence, ...items)
/** Values in no order; the callers here put in one. */
export const set = (...items: readonly Uint8Array[]): Buffer => tagged(TAG.set, ...items)
/** Bytes. */
export const octetString = (bytes: Uint8Array): Buffer => tagged(TAG.octetString, bytes)
/** A text. */
export const utf8String = (text: string): Buffer => tagged(TAG.utf8String, Buffer.from(text))
/** Nothing, where something must stand. */
export const nullValue = (): Buffer => tagged(TAG.null)
/** True; false is always the default and left out. */
export const trueValue = (): Buffer => tagged(TAG.boolean, Buffer.from([0xff]))

/** A whole number of bytes, or of bits when the last byte has unused ones. */
export const bitString = (bytes: Uint8Array, unusedBits = 0): Buffer =>
  tagged(TAG.bitString, Buffer.from([unusedBits]), bytes)

/** A number that is not negative, given as its bytes. */
export function unsignedInteger(bytes: Uint8Array): Buffer {
  const firstSet = bytes.findIndex((byte) => byte !== 0)
  const digits = firstSet < 0 ? Buffer.from([0]) : Buffer.from(bytes.subarray(firstSet))
  // A leading one bit would read as a negative number.
  return tagged(TAG.integer, digits[0]! >= 0x80 ? Buffer.concat([Buffer.from([0]), digits]) : digits)
}

/** The few identifiers that certificates are made of, encoded. */
const objectIds = new Map<string, Buffer>()

/** An object identifier in its dotted form. It is remembered, so that it must be one that the program itself names. */
export const objectId = (dotted: string): Buffer => getOrMake(objectIds, dotted, () => encodeObjectId(dotted))

function encodeObjectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return tagged(TAG.objectId, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f]
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest & 0x7f) | 0x80)
  return bytes
}

/** A moment in whole seconds; the short form as long as its two-digit year allows (RFC 5280, 4.1.2.5). */
export function time(ms: number): Buffer {
  const iso = new Date(ms).toISOString()
  const date = iso.slice(0, 4) + iso.slice(5, 7) + iso.slice(8, 10)
  const digits = `${date}${iso.slice(11, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}Z`
  const short = digits < '20500101000000Z'
  return tagged(short ? TAG.utcTime : TAG.generalizedTime, Buffer.from(short ? digits.slice(2) : digits))
}
