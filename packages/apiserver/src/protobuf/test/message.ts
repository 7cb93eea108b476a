/** A field of a message: numbers become varints, everything else bytes. */
export type Field = readonly [number: number, value: number | string | Buffer]

/** The bytes of a message, for tests that say what is on the wire field by field. */
export const message = (...fields: Field[]): Buffer => Buffer.concat(fields.map(encodeField))

function encodeField([number, value]: Field): Buffer {
  if (typeof value === 'number') return Buffer.concat([varint(number * 8), varint(value)])
  const bytes = Buffer.from(value)
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes])
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, BigInt(value))
  for (; rest > 0x7fn; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  return Buffer.from([...bytes, Number(rest)])
}
