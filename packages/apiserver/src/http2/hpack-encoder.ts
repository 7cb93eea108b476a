import { STATIC_NAMES, STATIC_STATUSES } from './hpack-static.ts'

/** Values of headers; a list becomes several fields of that name. */
export type HeaderValues = Readonly<Record<string, string | number | readonly string[]>>

const STATUS_NAME = 8
/** Numbers that do not fit in their first byte take at most this many more. */
const MAX_INTEGER_BYTES = 5
const MAX_STATUS_BYTES = 5
const FORBIDDEN = /[^\t\x20-\x7e\x80-\xff]/

/** Headers that are frozen, and hence the same in every answer, as they are sent. */
const FIXED = new WeakMap<HeaderValues, Buffer>()

/** The most that the headers can take up. */
export function maxEncodedBytes(headers: HeaderValues): number {
  const fixed = FIXED.get(headers)
  return MAX_STATUS_BYTES + (fixed ? fixed.length : maxFieldsBytes(headers))
}

function maxFieldsBytes(headers: HeaderValues): number {
  let size = 0
  for (const name in headers) {
    const value = headers[name]!
    if (typeof value === 'object') for (const each of value) size += maxFieldBytes(name, each)
    else size += maxFieldBytes(name, String(value))
  }
  return size
}

const maxFieldBytes = (name: string, value: string): number => name.length + value.length + 3 * MAX_INTEGER_BYTES

/**
 * Writes a status and headers, and returns where they end. The encoder remembers nothing: fields are static or literal,
 * so that no client has to be asked for a table, and none can make the server keep one. Throws for a value that no
 * header can have.
 */
export function encodeHeaders(status: number, headers: HeaderValues, into: Buffer, at: number): number {
  const begin = encodeStatus(status, into, at)
  const fixed = FIXED.get(headers)
  if (fixed) return begin + fixed.copy(into, begin)
  const end = encodeFields(headers, into, begin)
  if (Object.isFrozen(headers)) FIXED.set(headers, Buffer.from(into.subarray(begin, end)))
  return end
}

function encodeFields(headers: HeaderValues, into: Buffer, at: number): number {
  let end = at
  for (const name in headers) {
    const value = headers[name]!
    if (typeof value === 'object') for (const each of value) end = encodeField(name, each, into, end)
    else end = encodeField(name, String(value), into, end)
  }
  return end
}

function encodeStatus(status: number, into: Buffer, at: number): number {
  const index = STATIC_STATUSES.get(status)
  if (index !== undefined) {
    into[at] = 0x80 | index
    return at + 1
  }
  if (!Number.isInteger(status) || status < 200 || status > 999) throw new RangeError(`no HTTP status: ${status}`)
  into[at] = STATUS_NAME
  return encodeString(String(status), into, at + 1)
}

/** A literal without indexing. */
export function encodeField(name: string, value: string, into: Buffer, at: number): number {
  if (FORBIDDEN.test(value)) throw new TypeError(`a character in the header ${name} cannot be sent`)
  const index = STATIC_NAMES.get(name)
  if (index !== undefined) return encodeString(value, into, encodeInteger(index, 0x0f, into, at))
  into[at] = 0
  return encodeString(value, into, encodeString(name, into, at + 1))
}

function encodeString(text: string, into: Buffer, at: number): number {
  const begin = encodeInteger(text.length, 0x7f, into, at)
  return begin + into.write(text, begin, 'latin1')
}

function encodeInteger(value: number, mask: number, into: Buffer, at: number): number {
  if (value < mask) {
    into[at] = value
    return at + 1
  }
  into[at++] = mask
  let rest = value - mask
  for (; rest >= 0x80; rest >>>= 7) into[at++] = (rest & 0x7f) | 0x80
  into[at++] = rest
  return at
}
