/** Letters of names that are made from numbers; see `nameSuffix`. */
const ALPHABET = 'bcdfghjklmnpqrstvwxz2456789'
const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/**
 * A short name for a piece of an object: the same for equal pieces, whatever the order of their members. `collisions`
 * makes another one when the name was taken by a different piece.
 */
export function shortHash(piece: unknown, collisions = 0): string {
  const text = canonicalText(piece) + (collisions > 0 ? String(collisions) : '')
  let hash = FNV_OFFSET
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, FNV_PRIME)
  return [...String(hash >>> 0)].map((digit) => ALPHABET[digit.charCodeAt(0) % ALPHABET.length]).join('')
}

function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalText(member)}`).join()}}`
}
