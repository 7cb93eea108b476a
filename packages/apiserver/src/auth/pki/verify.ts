import type { X509Certificate } from 'node:crypto'
import { ANY_USAGE, type CertificateContent, CLIENT_AUTH, DerError, readCertificate } from '@skep/base/x509'

/** The certificate does not prove who its holder is. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError'
}

/**
 * What a peer's certificate says, once it is certain that one of the authorities signed it for clients. The caller
 * checks the time with `checkValidity`, since that is the part that changes. Throws `CertificateError`.
 */
export function verifyClientCertificate(
  certificate: X509Certificate,
  authorities: readonly X509Certificate[],
): CertificateContent {
  const issuer = authorities.find((ca) => certificate.checkIssued(ca) && certificate.verify(ca.publicKey))
  if (issuer === undefined) throw new CertificateError('certificate signed by unknown authority')
  const content = readContent(certificate)
  const { extendedUsages } = content
  const forClients = extendedUsages === undefined || extendedUsages.some((id) => id === CLIENT_AUTH || id === ANY_USAGE)
  if (!forClients) throw new CertificateError('certificate specifies an incompatible key usage')
  const { commonName, organizations } = content.subject
  // No user has such a name, but some programs stop reading there.
  if ([commonName, ...organizations].some((name) => name.includes('\0'))) {
    throw new CertificateError('certificate names a user or group with a null character')
  }
  return content
}

function readContent(certificate: X509Certificate): CertificateContent {
  try {
    return readCertificate(certificate.raw)
  } catch (error) {
    if (error instanceof DerError)
      throw new CertificateError(`certificate is malformed: ${error.message}`, { cause: error })
    throw error
  }
}

/** Throws `CertificateError` before the certificate's first and after its last moment. */
export function checkValidity(
  { notBefore, notAfter }: Pick<CertificateContent, 'notBefore' | 'notAfter'>,
  now: number,
): void {
  if (now < notBefore || now > notAfter) throw new CertificateError('certificate has expired or is not yet valid')
}
