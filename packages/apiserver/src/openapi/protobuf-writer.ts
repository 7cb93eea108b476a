/** Writes protocol buffer fields. Nested messages are written into a writer of their own and then embedded. */
export class ProtobufWriter {
  private readonly chunks: Buffer[] = []
  private length = 0

  string(field: number, value: string): void {
    this.bytes(field, Buffer.from(value, 'utf8'))
  }

  bool(field: number, value: boolean): void {
    this.push(varint((field << 3) | 0), varint(value ? 1 : 0))
  }

  int64(field: number, value: number): void {
    this.push(varint((field << 3) | 0), varint(value))
  }

  double(field: number, value: number): void {
    const bits = Buffer.alloc(8)
    bits.writeDoubleLE(value)
    this.push(varint((field << 3) | 1), bits)
  }

  message(field: number, write: (nested: ProtobufWriter) => void): void {
    const nested = new ProtobufWriter()
    write(nested)
    this.push(varint((field << 3) | 2), varint(nested.length), ...nested.chunks)
  }

  finish(): Buffer {
    return Buffer.concat(this.chunks, this.length)
  }

  private bytes(field: number, value: Buffer): void {
    this.push(varint((field << 3) | 2), varint(value.length), value)
  }

  private push(...parts: Buffer[]): void {
    for (const part of parts) {
      this.chunks.push(part)
      this.length += part.length
    }
  }
}

/** Base-128, low groups first. Division instead of shifts, since lengths may exceed 31 bits. */
function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80)
    rest = Math.floor(rest / 0x80)
  }
  bytes.push(rest)
  return Buffer.from(bytes)
}
