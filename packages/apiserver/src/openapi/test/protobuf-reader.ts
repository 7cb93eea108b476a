/** A field of a protocol buffer message as it was read: a number, or bytes that are text or another message. */
export interface ReadField {
  readonly field: number
  readonly value: number | Buffer
}

/** Reads the fields of a message, without knowing what they mean. */
export function readMessage(bytes: Buffer): ReadField[] {
  const fields: ReadField[] = []
  let at = 0
  const varint = () => {
    let value = 0
    for (let factor = 1; ; factor *= 0x80) {
      const byte = bytes[at++]!
      value += (byte & 0x7f) * factor
      if (byte < 0x80) return value
    }
  }
  while (at < bytes.length) {
    const tag = varint()
    const field = Math.floor(tag / 8)
    if (tag % 8 === 0) fields.push({ field, value: varint() })
    else if (tag % 8 === 1) {
      fields.push({ field, value: bytes.readDoubleLE(at) })
      at += 8
    } else {
      const size = varint()
      fields.push({ field, value: bytes.subarray(at, (at += size)) })
    }
  }
  return fields
}

/** The messages or texts in fields of this number. */
export const allIn = (bytes: Buffer, field: number): Buffer[] =>
  readMessage(bytes).flatMap((each) => (each.field === field && Buffer.isBuffer(each.value) ? [each.value] : []))

/** The first of them; throws when there is none. */
export function oneIn(bytes: Buffer, ...path: number[]): Buffer {
  return path.reduce((message, field) => {
    const [found] = allIn(message, field)
    if (!found) throw new Error(`field ${field} is missing`)
    return found
  }, bytes)
}
