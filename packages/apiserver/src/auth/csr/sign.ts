import type { CertificateSigningRequest } from '@skep/api'
import type { Clock } from '@skep/base'
import {
  BACKDATE,
  type CertificateAuthority,
  type CertificateRequest,
  parseCertificateRequest,
  signLeaf,
} from '@skep/base/x509'
import { toUsages } from '../pki/usages.ts'
import { SIGNER_RULES } from './signers.ts'

const HOUR = 60 * 60 * 1000
const DEFAULT_TTL = 365 * 24 * HOUR
const MIN_TTL = 10 * 60 * 1000
/** Certificates that last longer give the backdating up at their end. */
const SHORT_TTL = 8 * HOUR

/** What signing came to. */
export type SigningOutcome =
  /** For `status.certificate`: PEM in base64. */
  | { readonly certificate: string }
  /** For a condition `Failed` with the reason SignerValidationFailure. */
  | { readonly failure: string }
  /** The request is for another signer. */
  | 'not ours'

/**
 * Signs a request that was approved, if it is for one of the cluster's own signers and meets their rules. The caller
 * looks at the conditions. Throws when the request cannot be read, is not signed by its own key, or asks for usages
 * that nobody knows.
 */
export function signCertificateRequest(
  { spec }: CertificateSigningRequest,
  ca: CertificateAuthority,
  clock: Clock,
): SigningOutcome {
  const rule = SIGNER_RULES.get(spec.signerName)
  if (rule === undefined) return 'not ours'
  const request = parseCertificateRequest(Buffer.from(spec.request, 'base64').toString('utf8'))
  const usages = spec.usages ?? []
  const failure = rule(request, usages)
  if (failure !== undefined) return { failure }
  const pem = sign(request, usages, ca, clock.now(), ttlOf(spec.expirationSeconds))
  return { certificate: Buffer.from(pem).toString('base64') }
}

const ttlOf = (seconds: number | undefined): number =>
  seconds === undefined ? DEFAULT_TTL : Math.min(DEFAULT_TTL, Math.max(MIN_TTL, seconds * 1000))

function sign(
  request: CertificateRequest,
  usages: readonly string[],
  ca: CertificateAuthority,
  now: number,
  ttl: number,
): string {
  if (now >= ca.notAfter)
    throw new Error('refusing to sign a certificate that expired in the past: the signer has expired')
  return signLeaf(ca, {
    subject: request.encodedSubject,
    publicKey: request.publicKey,
    altNames: request.altNames,
    usages: toUsages(usages),
    notBefore: now - BACKDATE,
    notAfter: now + (ttl < SHORT_TTL ? ttl : ttl - BACKDATE),
  })
}
