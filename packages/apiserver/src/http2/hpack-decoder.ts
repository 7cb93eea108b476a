import { ConnectionError, ErrorCode } from './errors.ts'
import type { Field } from './hpack-static.ts'
import { FIELD_OVERHEAD, HpackTable } from './hpack-table.ts'
import { decodeHuffman } from './huffman.ts'

/** What the table may hold unless something else was agreed on (RFC 9113, 6.5.2). */
export const DEFAULT_TABLE_SIZE = 4_096
/** Numbers of more than this many continuation bytes cannot be meant. */
const MAX_SHIFT = 21

/** How many headers are taken in. */
export interface HeaderLimits {
  /** Of names and values, and 32 for each field. */
  readonly bytes: number
  readonly fields: number
}

/** The fields of a header block; what exceeds the limits is missing. */
export interface HeaderBlock {
  /** Names and values in turn. */
  readonly fields: string[]
  readonly tooLarge: boolean
}

/** Decodes the header blocks of a connection, all of them and in order: each may refer to those before (RFC 7541). */
export class HpackDecoder {
  readonly #table = new HpackTable(DEFAULT_TABLE_SIZE)
  readonly #limits: HeaderLimits
  #block: Buffer = Buffer.alloc(0)
  #at = 0
  #fields: string[] = []
  #size = 0

  constructor(limits: HeaderLimits) {
    this.#limits = limits
  }

  /** Throws a ConnectionError: after a block that cannot be read, no other can. */
  decode(block: Buffer): HeaderBlock {
    this.#block = block
    this.#at = 0
    this.#fields = []
    this.#size = 0
    // Changes of the table's size come first.
    while (this.#at < block.length && (block[this.#at]! & 0xe0) === 0x20) this.#readResize()
    while (this.#at < block.length) this.#readField(block[this.#at]!)
    return { fields: this.#fields, tooLarge: this.#isTooLarge() }
  }

  #readField(first: number): void {
    if (first & 0x80) {
      const { name, value } = this.#entry(this.#readInteger(0x7f))
      return void this.#emit(name, value)
    }
    const isKept = (first & 0x40) !== 0
    if (!isKept && first & 0x20) throw broken('the size of the table changes between fields')
    const index = this.#readInteger(isKept ? 0x3f : 0x0f)
    const name = index === 0 ? this.#readString() : this.#entry(index).name
    const value = this.#readString()
    if (isKept) this.#table.add({ name, value })
    this.#emit(name, value)
  }

  /** The rest of a block that is too large is read for the sake of the table alone. */
  #emit(name: string, value: string): void {
    this.#size += name.length + value.length + FIELD_OVERHEAD
    if (!this.#isTooLarge()) this.#fields.push(name, value)
  }

  #isTooLarge(): boolean {
    return this.#size > this.#limits.bytes || this.#fields.length > 2 * this.#limits.fields
  }

  #entry(index: number): Field {
    const entry = this.#table.get(index)
    if (!entry) throw broken('a field refers to one that is not there')
    return entry
  }

  #readResize(): void {
    if (!this.#table.resize(this.#readInteger(0x1f))) throw broken('the table may not grow so large')
  }

  #readString(): string {
    const isHuffman = (this.#block[this.#at]! & 0x80) !== 0
    const length = this.#readInteger(0x7f)
    const begin = this.#at
    const end = begin + length
    if (end > this.#block.length) throw broken('a string goes beyond its block')
    this.#at = end
    const text = isHuffman ? decodeHuffman(this.#block, begin, end) : this.#block.toString('latin1', begin, end)
    if (text === undefined) throw broken('a string is not in the Huffman code')
    return text
  }

  /** A number whose first bits, as many as `mask` has, are in the byte at hand (RFC 7541, 5.1). */
  #readInteger(mask: number): number {
    let value = this.#block[this.#at++]! & mask
    if (value < mask) return value
    for (let shift = 0; shift <= MAX_SHIFT; shift += 7) {
      const byte = this.#block[this.#at++]
      if (byte === undefined) throw broken('a number goes beyond its block')
      value += (byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
    throw broken('a number is too large')
  }
}

const broken = (message: string): ConnectionError => new ConnectionError(ErrorCode.compressionError, message)
