import { createHash } from 'node:crypto'
import { type AltNames, encodeAltNames } from './alt-names.ts'
import { bitString, contextTag, objectId, octetString, sequence, TAG, tagged, trueValue } from './der.ts'
import { childAt, childrenOf, type DerValue, readBitString, readDer, readObjectId } from './der-reader.ts'
import type { Usages } from './usages.ts'

/** Identifiers of extensions (RFC 5280, 4.2.1). */
export const EXTENSION = {
  subjectKeyId: '2.5.29.14',
  keyUsage: '2.5.29.15',
  altNames: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyId: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
} as const

/** What the extensions of a certificate say. */
export interface ExtensionFields {
  readonly isCa: boolean
  readonly usages: Usages
  readonly altNames: AltNames
  /** Of the certificate's own key (SPKI). */
  readonly publicKey: Buffer
  /** Of the issuer's key (SPKI). */
  readonly issuerPublicKey: Buffer
}

/** The encoding of all extensions. */
export function encodeExtensions(fields: ExtensionFields): Buffer {
  const { isCa, usages, altNames, publicKey, issuerPublicKey } = fields
  const names = encodeAltNames(altNames)
  const present = [
    usages.keyUsageBits.length > 0 && extension(EXTENSION.keyUsage, bits(usages.keyUsageBits), true),
    usages.extended.length > 0 && extension(EXTENSION.extendedKeyUsage, sequence(...usages.extended.map(objectId))),
    extension(EXTENSION.basicConstraints, isCa ? sequence(trueValue()) : sequence(), true),
    isCa && extension(EXTENSION.subjectKeyId, octetString(keyId(publicKey))),
    extension(EXTENSION.authorityKeyId, sequence(tagged(contextTag(0, false), keyId(issuerPublicKey)))),
    names !== undefined && extension(EXTENSION.altNames, names),
  ]
  return sequence(...present.filter((each) => each !== false))
}

const extension = (id: string, value: Buffer, critical = false): Buffer =>
  sequence(objectId(id), ...(critical ? [trueValue()] : []), octetString(value))

/** A named bit list: no trailing zeros, the first bit highest. */
function bits(numbers: readonly number[]): Buffer {
  const highest = Math.max(...numbers)
  const bytes = Buffer.alloc(Math.floor(highest / 8) + 1)
  for (const bit of numbers) bytes[bit >> 3]! |= 0x80 >> (bit & 7)
  return bitString(bytes, 7 - (highest & 7))
}

/** A short hash of a public key (RFC 7093, method 1). */
function keyId(publicKey: Buffer): Buffer {
  const key = readBitString(childAt(childrenOf(readDer(publicKey)), 1, TAG.bitString))
  return createHash('sha256').update(key).digest().subarray(0, 20)
}

/** Values of the extensions in a list of them, by identifier. Throws `DerError`. */
export function readExtensions(list: DerValue): Map<string, Buffer> {
  return new Map(
    childrenOf(list).map((each) => {
      const parts = childrenOf(each)
      return [readObjectId(childAt(parts, 0, TAG.objectId)), childAt(parts, parts.length - 1, TAG.octetString).content]
    }),
  )
}
