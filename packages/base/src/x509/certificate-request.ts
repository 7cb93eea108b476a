import type { KeyObject } from 'node:crypto'
import { getOrMake } from '../get-or-make.ts'
import { LruMap } from '../lru-map.ts'
import { type AltNames, encodeAltNames, NO_ALT_NAMES, readAltNames } from './alt-names.ts'
import { spki } from './certificate.ts'
import { bitString, contextTag, objectId, octetString, sequence, set, TAG, tagged, unsignedInteger } from './der.ts'
import { childAt, childrenOf, type DerValue, readBitString, readDer, readObjectId } from './der-reader.ts'
import { EXTENSION, readExtensions } from './extensions.ts'
import { encodeName, readName, type Subject } from './names.ts'
import { decodePem, encodePem } from './pem.ts'
import { isSignedBy, signatureAlgorithm, signWith } from './signatures.ts'

const EXTENSION_REQUEST = '1.2.840.113549.1.9.14'
const ATTRIBUTES = contextTag(0, true)
const PEM_LABEL = 'CERTIFICATE REQUEST'

/** A request for a certificate (PKCS #10, RFC 2986) in PEM, signed with the key it is for. */
export function createCertificateRequest(
  subject: Pick<Subject, 'commonName' | 'organizations'>,
  key: KeyObject,
  altNames: Partial<AltNames> = {},
): string {
  const names = encodeAltNames({ ...NO_ALT_NAMES, ...altNames })
  const extensions = names === undefined ? [] : [sequence(objectId(EXTENSION.altNames), octetString(names))]
  const attributes = extensions.map((each) => sequence(objectId(EXTENSION_REQUEST), set(sequence(each))))
  const version = unsignedInteger(Buffer.from([0]))
  const info = sequence(version, encodeName(subject), spki(key), tagged(ATTRIBUTES, ...attributes))
  return encodePem(PEM_LABEL, sequence(info, signatureAlgorithm(key), bitString(signWith(key, info))))
}

/** What somebody asks a certificate for (PKCS #10, RFC 2986). */
export interface CertificateRequest {
  readonly subject: Subject
  /** The subject as it is encoded. */
  readonly encodedSubject: Buffer
  /** SPKI. */
  readonly publicKey: Buffer
  readonly altNames: AltNames
}

/** Those that were read lately. Whoever approves, signs or only looks at a request reads it again, and to check a signature takes long. */
const recent = new LruMap<CertificateRequest>(256)

/** Reads a request from PEM and checks that its sender holds the key. Throws. */
export const parseCertificateRequest = (pem: string): CertificateRequest =>
  getOrMake(recent, pem, () => readRequest(pem))

function readRequest(pem: string): CertificateRequest {
  const encoded = decodePem(pem, PEM_LABEL)
  if (encoded === undefined) throw new Error(`PEM block type must be ${PEM_LABEL}`)
  const parts = childrenOf(readDer(encoded))
  const info = childAt(parts, 0, TAG.sequence)
  const request = readInfo(childrenOf(info))
  const algorithm = readObjectId(childAt(childrenOf(childAt(parts, 1, TAG.sequence)), 0, TAG.objectId))
  const signature = readBitString(childAt(parts, 2, TAG.bitString))
  if (!isSignedBy(request.publicKey, algorithm, info.encoded, signature)) {
    throw new Error('unable to verify certificate request signature')
  }
  return request
}

function readInfo(parts: readonly DerValue[]): CertificateRequest {
  const subject = childAt(parts, 1, TAG.sequence)
  const attributes = parts.find(({ tag }) => tag === ATTRIBUTES)
  return {
    subject: readName(subject),
    encodedSubject: subject.encoded,
    publicKey: childAt(parts, 2, TAG.sequence).encoded,
    altNames: attributes === undefined ? NO_ALT_NAMES : requestedNames(childrenOf(attributes, ATTRIBUTES)),
  }
}

function requestedNames(attributes: readonly DerValue[]): AltNames {
  for (const attribute of attributes) {
    const [type, values] = childrenOf(attribute)
    if (type === undefined || values === undefined || readObjectId(type) !== EXTENSION_REQUEST) continue
    const list = childrenOf(values, TAG.set)[0]
    const names = list === undefined ? undefined : readExtensions(list).get(EXTENSION.altNames)
    if (names !== undefined) return readAltNames(names)
  }
  return NO_ALT_NAMES
}
