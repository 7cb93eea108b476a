import { createHash } from 'node:crypto'

const CHECK_BYTES = 12
/** What is left of a SHA-256 for the tag. */
const TAG_BYTES = 20

const sha256 = (value: string | Buffer): Buffer => createHash('sha256').update(value).digest()

/**
 * The digest of a release with this tag. It carries the tag where that is short enough, so that the release is found
 * again by its digest alone, by any process, without a registry to ask.
 */
export function digestOfTag(tag: string): string {
  const bytes = Buffer.from(tag)
  if (bytes.length > TAG_BYTES) return `sha256:${sha256(tag).toString('hex')}`
  const check = sha256(bytes).subarray(0, CHECK_BYTES)
  const padded = Buffer.concat([bytes], TAG_BYTES)
  return `sha256:${Buffer.concat([masked(padded, check), check]).toString('hex')}`
}

/** The tag that a digest carries; undefined when it carries none. */
export function tagOfDigest(digest: string): string | undefined {
  if (!/^sha256:[0-9a-f]{64}$/.test(digest)) return undefined
  const bytes = Buffer.from(digest.slice('sha256:'.length), 'hex')
  const check = bytes.subarray(TAG_BYTES)
  const padded = masked(bytes.subarray(0, TAG_BYTES), check)
  const end = padded.indexOf(0)
  const tag = end === -1 ? padded : padded.subarray(0, end)
  return sha256(tag).subarray(0, CHECK_BYTES).equals(check) ? tag.toString() : undefined
}

/** Makes it look like any digest; done twice, it is as before. */
function masked(bytes: Buffer, key: Buffer): Buffer {
  const mask = sha256(key)
  return Buffer.from(bytes.map((byte, index) => byte ^ mask[index]!))
}
