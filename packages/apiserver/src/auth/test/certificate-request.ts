import type { KeyObject } from 'node:crypto'
import {
  type AltNames,
  bitString,
  contextTag,
  EXTENSION,
  encodeAltNames,
  encodeName,
  encodePem,
  NO_ALT_NAMES,
  objectId,
  octetString,
  type Subject,
  sequence,
  set,
  signatureAlgorithm,
  signWith,
  spki,
  tagged,
  unsignedInteger,
} from '@skep/base/x509'

const EXTENSION_REQUEST = '1.2.840.113549.1.9.14'
const ATTRIBUTES = contextTag(0, true)

/** A request in PEM, signed with the key it is for. */
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
