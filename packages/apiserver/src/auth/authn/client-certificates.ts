import type { X509Certificate } from 'node:crypto'
import type { Clock } from '@skep/base'
import type { CertificateContent } from '@skep/base/x509'
import type { UserInfo } from '../../contracts.ts'
import { checkValidity, verifyClientCertificate } from '../pki/verify.ts'
import { CREDENTIAL_ID_KEY, withAuthenticatedGroup } from '../user-names.ts'

/** Certificates whose signature is remembered as good. */
const MAX_REMEMBERED = 10_000

interface Known extends Pick<CertificateContent, 'notBefore' | 'notAfter'> {
  readonly user: UserInfo | undefined
}

/**
 * Recognises holders of certificates that the authority signed: the common name is the user, organizations are
 * groups. Signatures are checked once per certificate, the time always. Undefined for a certificate without a name.
 * Throws `CertificateError`.
 */
export function createCertificateAuthenticator(
  clientCa: () => X509Certificate | undefined,
  clock: Clock,
): (certificate: X509Certificate) => UserInfo | undefined {
  /** The certificate of a connection is the same object for all its requests. */
  const byObject = new WeakMap<X509Certificate, Known>()
  const byFingerprint = new Map<string, Known>()

  const examine = (certificate: X509Certificate): Known => {
    const fingerprint = certificate.fingerprint256
    const known = byFingerprint.get(fingerprint) ?? examineAnew(certificate, fingerprint)
    byObject.set(certificate, known)
    return known
  }
  const examineAnew = (certificate: X509Certificate, fingerprint: string): Known => {
    const authority = clientCa()
    const content = verifyClientCertificate(certificate, authority ? [authority] : [])
    const { notBefore, notAfter } = content
    const known = { notBefore, notAfter, user: userOf(content, fingerprint) }
    const oldest = byFingerprint.keys().next()
    if (byFingerprint.size >= MAX_REMEMBERED && oldest.done !== true) byFingerprint.delete(oldest.value)
    byFingerprint.set(fingerprint, known)
    return known
  }

  return (certificate) => {
    const known = byObject.get(certificate) ?? examine(certificate)
    checkValidity(known, clock.now())
    return known.user
  }
}

function userOf({ subject }: CertificateContent, fingerprint: string): UserInfo | undefined {
  const { commonName, organizations, uid } = subject
  if (commonName === '') return undefined
  const credentialId = `X509SHA256=${fingerprint.replaceAll(':', '').toLowerCase()}`
  return {
    name: commonName,
    ...(uid === undefined ? {} : { uid }),
    groups: withAuthenticatedGroup(organizations),
    extra: { [CREDENTIAL_ID_KEY]: [credentialId] },
  }
}
