import type { KeyObject } from 'node:crypto'
import { type AltNames, encodeAltNames, NO_ALT_NAMES } from './alt-names.ts'
import { spki } from './certificate.ts'
import { bitString, contextTag, objectId, octetString, sequence, set, tagged, unsignedInteger } from './der.ts'
import { EXTENSION } from './extensions.ts'
import { encodeName, type Subject } from './names.ts'
import { encodePem } from './pem.ts'
import { signatureAlgorithm, signWith } from './signatures.ts'

const EXTENSION_REQUEST = '1.2.840.113549.1.9.14'
const ATTRIBUTES = contextTag(0, true)

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
  return encodePem('CERTIFICATE REQUEST', sequence(info, signatureAlgorithm(key), bitString(signWith(key, info))))
}
