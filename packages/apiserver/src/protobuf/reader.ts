import { MAX_DEPTH } from '@skep/schema'

/** Bytes that are no protobuf message, or not of the kind they are said to be. */
export class ProtobufError extends Error {
  override readonly name = 'ProtobufError'
}

/** How a value is laid out; the low three bits of what precedes it. */
export const WIRE_TYPE = { varint: 0, fixed64: 1, bytes: 2, fixed32: 5 } as const

/** A message in a list is two levels of JSON, so that this keeps the nesting of JSON within what is read as text. */
const MAX_NESTING = MAX_DEPTH / 2
const TWO_TO_32 = 2 ** 32

/** Reads protocol buffer values from bytes that nobody has checked. Throws `ProtobufError` and never reads beyond. */
export class ProtobufReader {
  readonly #bytes: Buffer
  #position = 0
  /** Where the message that is being read ends. */
  #end: number
  #nesting = 0
  /** The halves of the last varint. */
  #low = 0
  #high = 0

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    this.#end = bytes.length
  }

  /** Whether the present message goes on. */
  hasMore(): boolean {
    return this.#position < this.#end
  }

  /** Number and wire type of the next field: `number << 3 | type`. */
  tag(): number {
    this.#readVarint()
    if (this.#high !== 0 || this.#low >>> 3 === 0) throw new ProtobufError('illegal field number')
    return this.#low >>> 0
  }

  bool(): boolean {
    this.#readVarint()
    return (this.#low | this.#high) !== 0
  }

  /** Negative numbers come with all 64 bits. */
  int32(): number {
    this.#readVarint()
    return this.#low
  }

  /** As precise as a number of JSON. */
  int64(): number {
    this.#readVarint()
    return this.#high * TWO_TO_32 + (this.#low >>> 0)
  }

  double(): number {
    return this.#bytes.readDoubleLE(this.#take(8))
  }

  /** The bytes themselves, not a copy. */
  bytes(): Buffer {
    const length = this.#length()
    const start = this.#take(length)
    return this.#bytes.subarray(start, start + length)
  }

  string(): string {
    const length = this.#length()
    const start = this.#take(length)
    return this.#bytes.toString('utf8', start, start + length)
  }

  /** Reads a message within this one; `read` goes on while there is more. */
  nested(read: () => void): void {
    const end = this.#length() + this.#position
    if (++this.#nesting > MAX_NESTING) throw new ProtobufError('exceeded max depth')
    const outerEnd = this.#end
    this.#end = end
    read()
    this.#end = outerEnd
    this.#nesting--
  }

  /** Passes over a value that nobody asked for. */
  skip(wireType: number): void {
    if (wireType === WIRE_TYPE.varint) this.#readVarint()
    else if (wireType === WIRE_TYPE.bytes) this.#take(this.#length())
    else if (wireType === WIRE_TYPE.fixed64) this.#take(8)
    else if (wireType === WIRE_TYPE.fixed32) this.#take(4)
    else throw new ProtobufError(`illegal wireType ${wireType}`)
  }

  /** The length of what follows, which is known to be there. */
  #length(): number {
    this.#readVarint()
    const length = this.#low >>> 0
    if (this.#high !== 0 || length > this.#end - this.#position) throw unexpectedEnd()
    return length
  }

  /** Where the next `length` bytes begin, which are taken as read. */
  #take(length: number): number {
    const start = this.#position
    if (length > this.#end - start) throw unexpectedEnd()
    this.#position = start + length
    return start
  }

  /** Seven bits a byte, the low ones first; ten bytes at most, of which the fifth belongs to both halves. */
  #readVarint(): void {
    this.#low = 0
    this.#high = 0
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = this.#bytes[this.#take(1)] ?? 0
      const bits = byte & 0x7f
      if (shift < 32) this.#low |= bits << shift
      if (shift === 28) this.#high = bits >> 4
      else if (shift > 28) this.#high |= bits << (shift - 32)
      if (byte < 0x80) return
    }
    throw new ProtobufError('integer overflow')
  }
}

/** Refuses a value that is laid out otherwise than its field is. */
export function expectWireType(actual: number, expected: number): void {
  if (actual !== expected) throw new ProtobufError(`wrong wireType = ${actual}`)
}

const unexpectedEnd = () => new ProtobufError('unexpected EOF')
