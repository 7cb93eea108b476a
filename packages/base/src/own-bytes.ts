/** What may surround the bytes in their memory without being worth a copy. */
const SURROUNDINGS = 256

/**
 * The same bytes in memory of their own. Small buffers are cut from pieces of 8 KB that many share, and each of them keeps
 * all of its piece: bytes that stay for long are copied out of there.
 */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength <= bytes.length + SURROUNDINGS) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(own)
  return own
}
