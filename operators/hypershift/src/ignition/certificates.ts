import { isIP } from 'node:net'
import { createSecureContext, type SecureContext } from 'node:tls'
import type { Secret } from '@skep/api'
import { realClock } from '@skep/base'
import { createCertificateAuthority, issueServingCertificate, type KeyPair, NO_ALT_NAMES } from '@skep/base/x509'
import type { Stored } from '@skep/client'
import { textOf } from './payload.ts'
import type { IgnitionReads } from './reads.ts'

/** Secret with the certificate of the ignition server, in the namespace of each control plane. */
const SERVING_SECRET = 'ignition-server-serving-cert'

/** Finds the certificate by the host name that a client asks for: every hosted cluster has its own. */
export function createServerNames(reads: IgnitionReads): (host: string) => SecureContext | undefined {
  const contexts = new WeakMap<Stored<Secret>, SecureContext>()
  return (host) => {
    const namespace = reads.controlPlaneAt(host)
    const secret = namespace === undefined ? undefined : reads.secrets.get({ namespace, name: SERVING_SECRET })
    if (!secret) return undefined
    let context = contexts.get(secret)
    if (!context) {
      context = secureContextOf(secret)
      if (context) contexts.set(secret, context)
    }
    return context
  }
}

/** Undefined for a Secret that somebody has spoilt: its machines alone are to suffer from that. */
function secureContextOf(secret: Stored<Secret>): SecureContext | undefined {
  try {
    return createSecureContext({ cert: textOf(secret, 'tls.crt'), key: textOf(secret, 'tls.key') })
  } catch {
    return undefined
  }
}

/** A certificate for whoever asks by an address or another name. */
export function ownCertificate(host: string): KeyPair {
  // TLS peers judge certificates by real time, whatever time objects live in.
  const now = realClock.now()
  const ca = createCertificateAuthority({ commonName: 'ignition-server-ca', now })
  const dnsNames = isIP(host) === 0 ? [host, 'localhost'] : ['localhost']
  const ipAddresses = isIP(host) === 0 ? ['127.0.0.1'] : [host]
  const altNames = { ...NO_ALT_NAMES, dnsNames, ipAddresses }
  return issueServingCertificate({ ca, commonName: 'ignition-server', altNames, now })
}
