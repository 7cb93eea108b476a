const FIRST_SIZE = 64 * 1024

/** How a field's value is written: the low bits of its tag. */
const VARINT = 0
const FIXED64 = 1
const DELIMITED = 2

/** Writes protocol buffer fields into one growing buffer. */
export class ProtobufWriter {
  #buffer = Buffer.allocUnsafe(FIRST_SIZE)
  #length = 0

  string(field: number, value: string): void {
    const size = Buffer.byteLength(value)
    this.#tag(field, DELIMITED)
    this.#varint(size)
    this.#reserve(size)
    this.#length += this.#buffer.write(value, this.#length)
  }

  bool(field: number, value: boolean): void {
    this.#tag(field, VARINT)
    this.#varint(value ? 1 : 0)
  }

  /** Of whole numbers that are not negative. */
  int64(field: number, value: number): void {
    this.#tag(field, VARINT)
    this.#varint(value)
  }

  double(field: number, value: number): void {
    this.#tag(field, FIXED64)
    this.#reserve(8)
    this.#length = this.#buffer.writeDoubleLE(value, this.#length)
  }

  /** A nested message, whose fields `write` writes. */
  message(field: number, write: () => void): void {
    this.#tag(field, DELIMITED)
    const start = this.#length
    write()
    const size = this.#length - start
    // The size comes first but is known last: what was written makes room for it.
    const room = varintSize(size)
    this.#reserve(room)
    this.#buffer.copyWithin(start + room, start, this.#length)
    this.#length = start
    this.#varint(size)
    this.#length += size
  }

  finish(): Buffer {
    return Buffer.from(this.#buffer.subarray(0, this.#length))
  }

  #tag(field: number, type: number): void {
    this.#varint(field * 8 + type)
  }

  /** Base 128, low groups first. Division instead of shifts, since lengths may exceed 31 bits. */
  #varint(value: number): void {
    this.#reserve(10)
    let rest = value
    while (rest >= 0x80) {
      this.#buffer[this.#length++] = (rest % 0x80) + 0x80
      rest = Math.floor(rest / 0x80)
    }
    this.#buffer[this.#length++] = rest
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes
    if (needed <= this.#buffer.length) return
    const grown = Buffer.allocUnsafe(Math.max(needed, this.#buffer.length * 2))
    this.#buffer.copy(grown, 0, 0, this.#length)
    this.#buffer = grown
  }
}

function varintSize(value: number): number {
  let size = 1
  for (let rest = value; rest >= 0x80; rest = Math.floor(rest / 0x80)) size++
  return size
}
