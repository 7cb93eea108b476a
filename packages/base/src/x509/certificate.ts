import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto'
import { type AltNames, NO_ALT_NAMES, readAltNames } from './alt-names.ts'
import { bitString, contextTag, sequence, TAG, tagged, time, unsignedInteger } from './der.ts'
import { childAt, childrenOf, DerError, type DerValue, readDer, readObjectId, readTime } from './der-reader.ts'
import { EXTENSION, encodeExtensions, readExtensions } from './extensions.ts'
import { readName, type Subject } from './names.ts'
import { p256Encoding } from './p256.ts'
import { signatureAlgorithm, signWith } from './signatures.ts'
import type { Usages } from './usages.ts'

/** What a certificate is to say. */
export interface CertificateFields {
  /** Encoded names. */
  readonly issuer: Buffer
  readonly subject: Buffer
  /** SPKI. */
  readonly publicKey: Buffer
  /** Milliseconds since the Unix epoch. */
  readonly notBefore: number
  readonly notAfter: number
  readonly usages: Usages
  readonly altNames?: AltNames
  readonly isCa?: boolean
}

const VERSION_3 = tagged(contextTag(0, true), unsignedInteger(Buffer.from([2])))

/** A signed X.509 certificate (RFC 5280), encoded. */
export function encodeCertificate(fields: CertificateFields, signingKey: KeyObject): Buffer {
  const algorithm = signatureAlgorithm(signingKey)
  const extensions = encodeExtensions({
    isCa: fields.isCa ?? false,
    usages: fields.usages,
    altNames: fields.altNames ?? NO_ALT_NAMES,
    publicKey: fields.publicKey,
    issuerPublicKey: spki(signingKey),
  })
  const toBeSigned = sequence(
    VERSION_3,
    unsignedInteger(randomBytes(16)),
    algorithm,
    fields.issuer,
    sequence(time(fields.notBefore), time(fields.notAfter)),
    fields.subject,
    fields.publicKey,
    tagged(contextTag(3, true), extensions),
  )
  return sequence(toBeSigned, algorithm, bitString(signWith(signingKey, toBeSigned)))
}

/** The public half of a key as certificates carry it. */
export const spki = (key: KeyObject): Buffer =>
  p256Encoding(key)?.spki ??
  (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'der', type: 'spki' })

/** What a certificate says. */
export interface CertificateContent {
  readonly subject: Subject
  /** The subject as it is encoded. */
  readonly encodedSubject: Buffer
  /** Milliseconds since the Unix epoch. */
  readonly notBefore: number
  readonly notAfter: number
  readonly altNames: AltNames
  /** Object identifiers; undefined when the certificate is good for everything. */
  readonly extendedUsages: readonly string[] | undefined
}

/** Reads an encoded certificate, without verifying it. Throws `DerError`. */
export function readCertificate(encoded: Buffer): CertificateContent {
  const all = childrenOf(childAt(childrenOf(readDer(encoded)), 0, TAG.sequence))
  // The version is optional and comes first; from the serial number on, positions are fixed.
  const parts = all[0]?.tag === contextTag(0, true) ? all.slice(1) : all
  const [notBefore, notAfter] = childrenOf(childAt(parts, 3, TAG.sequence))
  if (notBefore === undefined || notAfter === undefined) throw new DerError('the validity has two ends')
  const subject = childAt(parts, 4, TAG.sequence)
  return {
    subject: readName(subject),
    encodedSubject: subject.encoded,
    notBefore: readTime(notBefore),
    notAfter: readTime(notAfter),
    ...readKnownExtensions(parts),
  }
}

function readKnownExtensions(parts: readonly DerValue[]): Pick<CertificateContent, 'altNames' | 'extendedUsages'> {
  const wrapper = parts.find(({ tag }) => tag === contextTag(3, true))
  const extensions = wrapper === undefined ? new Map<string, Buffer>() : readExtensions(readDer(wrapper.content))
  const names = extensions.get(EXTENSION.altNames)
  const usages = extensions.get(EXTENSION.extendedKeyUsage)
  return {
    altNames: names === undefined ? NO_ALT_NAMES : readAltNames(names),
    extendedUsages: usages === undefined ? undefined : childrenOf(readDer(usages)).map(readObjectId),
  }
}
