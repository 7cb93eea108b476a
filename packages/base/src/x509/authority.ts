import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { ownBytes } from '../own-bytes.ts'
import type { AltNames } from './alt-names.ts'
import { encodeCertificate, readCertificate, spki } from './certificate.ts'
import { encodeName } from './names.ts'
import { newEncodedP256Key, newP256Key, p256Encoding } from './p256.ts'
import { encodePem } from './pem.ts'
import { CLIENT_AUTH, SERVER_AUTH, type Usages } from './usages.ts'

const DAY = 24 * 60 * 60 * 1000
const YEAR = 365 * DAY

/** Certificates are good from a little before they are made, for peers whose clock is behind. */
export const BACKDATE = 5 * 60 * 1000

const CA_TTL = 10 * YEAR
const CLIENT_TTL = YEAR
/** The longest that every TLS client accepts of a server. */
const SERVING_TTL = 825 * DAY

const CA_USAGES: Usages = { keyUsageBits: [0, 2, 5], extended: [] }
const CLIENT_USAGES: Usages = { keyUsageBits: [0, 2], extended: [CLIENT_AUTH] }
const SERVER_USAGES: Usages = { keyUsageBits: [0, 2], extended: [SERVER_AUTH] }

/** Who signs certificates, and whose certificates are therefore believed. */
export interface CertificateAuthority {
  readonly certificate: X509Certificate
  readonly certificatePem: string
  readonly key: KeyObject
  /** The encoded name that certificates carry as their issuer's. */
  readonly encodedSubject: Buffer
  /** Milliseconds since the Unix epoch. */
  readonly notAfter: number
}

/** A certificate and its private key, in PEM. */
export interface KeyPair {
  readonly certificatePem: string
  readonly keyPem: string
}

/** How to make an authority. */
export interface CertificateAuthorityOptions {
  readonly commonName: string
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** A private key, RSA or EC; a new one unless given. */
  readonly key?: KeyObject
}

/** Makes an authority: a key and a certificate signed with it, good for ten years. */
export function createCertificateAuthority(options: CertificateAuthorityOptions): CertificateAuthority {
  const { commonName, now, key = newKey() } = options
  const name = encodeName({ commonName, organizations: [] })
  // Certificates tell whole seconds.
  const notAfter = Math.floor((now + CA_TTL) / 1000) * 1000
  const encoded = encodeCertificate(
    {
      issuer: name,
      subject: name,
      publicKey: spki(key),
      notBefore: now - BACKDATE,
      notAfter,
      usages: CA_USAGES,
      isCa: true,
    },
    key,
  )
  return new EncodedAuthority(encoded, key, name, notAfter)
}

/** An authority of its own for the clients of one logical cluster; keep it with `exportAuthority`. */
export const createClientCa = (clusterId: string, now: number): CertificateAuthority =>
  createCertificateAuthority({ commonName: `clients-of-${clusterId}`, now })

/** The authority as one PEM text: certificate and private key. */
export const exportAuthority = ({ certificatePem, key }: CertificateAuthority): string =>
  certificatePem + exportKey(key)

/** Reads what `exportAuthority` wrote. Throws when the key is not that of the certificate. */
export function importAuthority(pem: string): CertificateAuthority {
  const certificate = new X509Certificate(pem)
  const key = createPrivateKey(pem)
  if (!certificate.checkPrivateKey(key)) throw new Error('the private key is not that of the certificate')
  return authorityOf(certificate, key)
}

/** An authority whose certificate OpenSSL reads when it is asked for: those who only sign never need that. */
class EncodedAuthority implements CertificateAuthority {
  readonly key: KeyObject
  readonly encodedSubject: Buffer
  readonly notAfter: number
  readonly certificatePem: string
  #certificate: X509Certificate | undefined

  constructor(encoded: Buffer, key: KeyObject, encodedSubject: Buffer, notAfter: number) {
    this.key = key
    this.encodedSubject = ownBytes(encodedSubject)
    this.notAfter = notAfter
    this.certificatePem = encodePem('CERTIFICATE', encoded)
  }

  get certificate(): X509Certificate {
    return (this.#certificate ??= new X509Certificate(this.certificatePem))
  }
}

function authorityOf(certificate: X509Certificate, key: KeyObject): CertificateAuthority {
  const { encodedSubject, notAfter } = readCertificate(certificate.raw)
  return { certificate, certificatePem: encodePem('CERTIFICATE', certificate.raw), key, encodedSubject, notAfter }
}

/** A new EC key on the curve P-256. */
export const newKey = (): KeyObject => newP256Key()

/** A private key in PEM. */
export function exportKey(key: KeyObject): string {
  const encoded = p256Encoding(key)?.pkcs8
  return encoded ? encodePem('PRIVATE KEY', encoded) : key.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Whom a client certificate is for. */
export interface ClientCertificateOptions {
  readonly ca: CertificateAuthority
  readonly user: string
  readonly groups: readonly string[]
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** Milliseconds; a year unless given, and never longer than the authority's own. */
  readonly ttl?: number
}

/** A client certificate with its key: whoever holds them is that user. */
export function issueClientCertificate(options: ClientCertificateOptions): KeyPair {
  const { ca, user, groups, now, ttl = CLIENT_TTL } = options
  const subject = encodeName({ commonName: user, organizations: groups })
  return issue(ca, { subject, usages: CLIENT_USAGES, notBefore: now - BACKDATE, notAfter: now + ttl })
}

/** Which server a certificate is for. */
export interface ServingCertificateOptions {
  readonly ca: CertificateAuthority
  readonly commonName: string
  readonly altNames: AltNames
  /** Milliseconds since the Unix epoch. */
  readonly now: number
  /** Milliseconds; 825 days unless given, and never longer than the authority's own. */
  readonly ttl?: number
}

/** A certificate with its key for a server that answers to these names. */
export function issueServingCertificate(options: ServingCertificateOptions): KeyPair {
  const { ca, commonName, altNames, now, ttl = SERVING_TTL } = options
  const subject = encodeName({ commonName, organizations: [] })
  const notAfter = now + ttl
  return issue(ca, { subject, usages: SERVER_USAGES, altNames, notBefore: now - BACKDATE, notAfter })
}

interface LeafFields {
  readonly subject: Buffer
  readonly usages: Usages
  readonly altNames?: AltNames
  readonly notBefore: number
  readonly notAfter: number
}

function issue(ca: CertificateAuthority, leaf: LeafFields): KeyPair {
  const { spki: publicKey, pkcs8 } = newEncodedP256Key()
  return { certificatePem: signLeaf(ca, { ...leaf, publicKey }), keyPem: encodePem('PRIVATE KEY', pkcs8) }
}

/** Signs a certificate for somebody else's key (SPKI), in PEM; it does not outlive the authority. */
export function signLeaf(ca: CertificateAuthority, leaf: LeafFields & { readonly publicKey: Buffer }): string {
  const notAfter = Math.min(leaf.notAfter, ca.notAfter)
  return encodePem('CERTIFICATE', encodeCertificate({ ...leaf, notAfter, issuer: ca.encodedSubject }, ca.key))
}
