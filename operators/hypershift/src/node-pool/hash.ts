const OFFSET = 0x811c9dc5
const PRIME = 0x01000193

/** The 32-bit FNV-1a hash of a text as eight hexadecimal digits: short enough for names. Not for secrets. */
export function hash8(text: string): string {
  let hash = OFFSET
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, PRIME)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
