import { TAG } from './der.ts'

/** The bytes are not the encoding they should be. */
export class DerError extends Error {
  override readonly name = 'DerError'
}

/** One value of an encoding. */
export interface DerValue {
  readonly tag: number
  /** With tag and length. */
  readonly encoded: Buffer
  readonly content: Buffer
}

/** Reads the one value that the bytes hold. Throws `DerError`. */
export function readDer(bytes: Buffer): DerValue {
  const [value, ...more] = readAll(bytes)
  if (value === undefined || more.length > 0) throw new DerError('expected exactly one value')
  return value
}

/** The values inside a sequence, set or other constructed value. Throws `DerError`. */
export function childrenOf(value: DerValue, tag: number = TAG.sequence): DerValue[] {
  if (value.tag !== tag) throw new DerError(`expected tag ${tag}, found ${value.tag}`)
  return readAll(value.content)
}

/** The value at an index, which must be there and of that tag. */
export function childAt(values: readonly DerValue[], index: number, tag: number): DerValue {
  const value = values[index]
  if (value === undefined) throw new DerError(`value ${index} is missing`)
  if (value.tag !== tag) throw new DerError(`expected tag ${tag}, found ${value.tag}`)
  return value
}

function readAll(bytes: Buffer): DerValue[] {
  const values: DerValue[] = []
  for (let at = 0; at < bytes.length; ) {
    const value = readAt(bytes, at)
    values.push(value)
    at += value.encoded.length
  }
  return values
}

function readAt(bytes: Buffer, at: number): DerValue {
  const tag = bytes[at]!
  if ((tag & 0x1f) === 0x1f) throw new DerError('tags of several bytes are not used in certificates')
  const { length, size } = readLength(bytes, at + 1)
  const start = at + 1 + size
  if (start + length > bytes.length) throw new DerError('a value is longer than what holds it')
  return { tag, encoded: bytes.subarray(at, start + length), content: bytes.subarray(start, start + length) }
}

function readLength(bytes: Buffer, at: number): { length: number; size: number } {
  const first = bytes[at]
  if (first === undefined) throw new DerError('the length of a value is missing')
  if (first < 0x80) return { length: first, size: 1 }
  const count = first & 0x7f
  if (count === 0 || count > 4) throw new DerError('the length of a value is not definite')
  if (at + 1 + count > bytes.length) throw new DerError('the length of a value is cut off')
  return { length: bytes.readUIntBE(at + 1, count), size: 1 + count }
}

/** The dotted form of an object identifier. */
export function readObjectId({ tag, content }: DerValue): string {
  if (tag !== TAG.objectId || content.length === 0) throw new DerError('expected an object identifier')
  const parts: number[] = []
  let part = 0
  for (const byte of content) {
    part = part * 128 + (byte & 0x7f)
    if ((byte & 0x80) !== 0) continue
    parts.push(part)
    part = 0
  }
  const [head = 0, ...rest] = parts
  const first = Math.min(2, Math.floor(head / 40))
  return [first, head - first * 40, ...rest].join('.')
}

/** The bytes of a bit string that has no unused bits. */
export function readBitString({ tag, content }: DerValue): Buffer {
  if (tag !== TAG.bitString || content[0] !== 0) throw new DerError('expected a bit string of whole bytes')
  return content.subarray(1)
}

/** Milliseconds since the Unix epoch of either form of time. */
export function readTime({ tag, content }: DerValue): number {
  const text = content.toString('latin1')
  // Two-digit years from 50 on belong to the last century (RFC 5280, 4.1.2.5.1).
  const digits = tag === TAG.utcTime ? `${text < '50' ? '20' : '19'}${text}` : text
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(digits)
  if (match === null) throw new DerError(`expected a time, found ${JSON.stringify(text)}`)
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

const LATIN1_TAGS = new Set([0x12, 0x13, 0x14, 0x16, 0x1a])
const BMP_STRING = 0x1e

/** The text of any of the string types that names use. */
export function readText({ tag, content }: DerValue): string {
  if (tag === TAG.utf8String) return content.toString('utf8')
  if (LATIN1_TAGS.has(tag)) return content.toString('latin1')
  if (tag === BMP_STRING) return Buffer.from(content).swap16().toString('utf16le')
  throw new DerError(`tag ${tag} is not that of a text`)
}
