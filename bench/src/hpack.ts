/** As much of HPACK (RFC 7541) as a client needs that keeps no dynamic table: literals out, a status in. */

const STATIC_NAMES: Readonly<Record<string, number>> = {
  ':authority': 1,
  ':method': 2,
  ':path': 4,
  ':scheme': 6,
  accept: 19,
  authorization: 23,
  'content-type': 31,
  'user-agent': 58,
}
const STATUS_NAME = 8
/** What the static table has under the indexes from `STATUS_NAME` on. */
const STATIC_STATUSES = [200, 204, 206, 304, 400, 404, 500]
/** Codes of the digits in the Huffman code: the first three take five bits, the others six. */
const SHORT_DIGIT_BITS = 5
const FIRST_LONG_DIGIT = 0b011001

/** Header fields as literals without indexing, one after the other. */
export function encodeHeaders(fields: readonly (readonly [name: string, value: string])[]): Buffer {
  return Buffer.concat(fields.flatMap(([name, value]) => [nameOf(name), lengthOf(value), Buffer.from(value, 'latin1')]))
}

function nameOf(name: string): Buffer {
  const index = STATIC_NAMES[name]
  if (index === undefined) throw new Error(`no static name for the header ${name}`)
  return integer(index, 4)
}

const lengthOf = (value: string): Buffer => integer(value.length, 7)

/** An integer with a prefix of so many bits, all other bits of the first byte zero. */
function integer(value: number, prefixBits: number): Buffer {
  const limit = 2 ** prefixBits - 1
  if (value < limit) return Buffer.from([value])
  const bytes = [limit]
  let rest = value - limit
  for (; rest >= 128; rest >>>= 7) bytes.push((rest & 127) | 128)
  return Buffer.from([...bytes, rest])
}

/** The status in a header block, where it comes first of all fields. */
export function decodeStatus(bytes: Buffer): number {
  let at = 0
  // A change of the table's size may come before the first field.
  while ((bytes[at]! & 0xe0) === 0x20) at++
  const first = bytes[at]!
  if (first & 0x80) return STATIC_STATUSES[(first & 0x7f) - STATUS_NAME] ?? 0
  // Any of the entries with this name may stand for it: servers in Go take the last one.
  const entry = (first & 0x40 ? first & 0x3f : first & 0x0f) - STATUS_NAME
  if (STATIC_STATUSES[entry] === undefined) throw new Error(`the first header is no status: ${first}`)
  const length = bytes[at + 1]!
  const value = bytes.subarray(at + 2, at + 2 + (length & 0x7f))
  return length & 0x80 ? huffmanDigits(value) : Number(value.toString('latin1'))
}

/** The three digits of a status in the Huffman code. */
function huffmanDigits(bytes: Buffer): number {
  let bits = 0
  for (const byte of bytes) bits = (bits << 8) | byte
  let left = bytes.length * 8
  let result = 0
  for (let count = 0; count < 3; count++) {
    const short = (bits >>> (left - SHORT_DIGIT_BITS)) & 0b11111
    const long = short > 2
    left -= SHORT_DIGIT_BITS + Number(long)
    result = result * 10 + (long ? ((bits >>> left) & 0b111111) - FIRST_LONG_DIGIT + 3 : short)
  }
  return result
}
