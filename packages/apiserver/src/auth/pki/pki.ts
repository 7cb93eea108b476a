import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type Clock, realClock } from '@skep/base'
import {
  type AltNames,
  type CertificateAuthority,
  canonicalIp,
  createCertificateAuthority,
  exportAuthority,
  exportKey,
  importAuthority,
  issueServingCertificate,
  type KeyPair,
  NO_ALT_NAMES,
  newKey,
  readCertificate,
} from '@skep/base/x509'
import { writeFileAtomically } from '../atomic-file.ts'

/** Everything that a server proves itself with. */
export interface Pki {
  /** Signs the serving certificate and the client certificates of the root cluster. */
  readonly ca: CertificateAuthority
  readonly serving: KeyPair
  /** Signs the tokens of service accounts. */
  readonly serviceAccountKey: KeyObject
}

/** What the certificates depend on. */
export interface PkiOptions {
  /** More host names and addresses that the server answers to. */
  readonly extraNames?: readonly string[]
  /** Real time unless given: the TLS of every peer checks certificates against it. */
  readonly clock?: Clock
}

const SERVER_NAMES = [
  'localhost',
  'kubernetes',
  'kubernetes.default',
  'kubernetes.default.svc',
  'kubernetes.default.svc.cluster.local',
  '127.0.0.1',
  '::1',
]

/** A serving certificate with less than this left is made anew at start. */
const RENEW_BEFORE = 275 * 24 * 60 * 60 * 1000

/**
 * The keys and certificates kept in a folder; what is missing or outdated is made and kept there, readable for the
 * owner alone, so that a kubeconfig stays good across restarts. Without a folder all of it is new and lives in memory.
 * `ca.crt` is the public part, for clients.
 */
export async function loadOrCreatePki(dir: string | undefined, options: PkiOptions = {}): Promise<Pki> {
  const now = (options.clock ?? realClock).now()
  const file = <T>(name: string, read: (text: string) => T | undefined, make: () => T, write: (value: T) => string) =>
    loadOrCreate(dir === undefined ? undefined : join(dir, name), read, make, write)

  const newCa = () => createCertificateAuthority({ commonName: 'kubernetes', now })
  const ca = await file('ca.pem', importAuthority, newCa, exportAuthority)
  const altNames = namesOf([...SERVER_NAMES, hostname(), ...(options.extraNames ?? [])])
  const newServing = () => issueServingCertificate({ ca, commonName: 'kube-apiserver', altNames, now })
  const usable = (pem: string) => readServing(pem, ca, altNames, now)
  const serving = await file('serving.pem', usable, newServing, ({ certificatePem, keyPem }) => certificatePem + keyPem)
  const serviceAccountKey = await file('service-account.key', (pem) => createPrivateKey(pem), newKey, exportKey)
  if (dir !== undefined) await writeFileAtomically(join(dir, 'ca.crt'), ca.certificatePem, { mode: 0o644 })
  return { ca, serving, serviceAccountKey }
}

async function loadOrCreate<T>(
  path: string | undefined,
  read: (text: string) => T | undefined,
  make: () => T,
  write: (value: T) => string,
): Promise<T> {
  const kept = path === undefined ? undefined : await readKept(path, read)
  if (kept !== undefined) return kept
  const made = make()
  if (path !== undefined) await writeFileAtomically(path, write(made))
  return made
}

async function readKept<T>(path: string, read: (text: string) => T | undefined): Promise<T | undefined> {
  try {
    return read(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    // Replacing it would lock out whoever trusts the old one, so that is for a person to decide.
    throw new Error(`cannot use ${path}; restore it, or remove it to have a new one made`, { cause: error })
  }
}

function namesOf(names: readonly string[]): AltNames {
  const distinct = [...new Set(names)]
  return {
    ...NO_ALT_NAMES,
    dnsNames: distinct.filter((name) => isIP(name) === 0),
    ipAddresses: distinct.filter((name) => isIP(name) !== 0).map(canonicalIp),
  }
}

/** The kept serving certificate, when it is still ours, has the names and lasts long enough. */
function readServing(pem: string, ca: CertificateAuthority, wanted: AltNames, now: number): KeyPair | undefined {
  const certificate = new X509Certificate(pem)
  const key = createPrivateKey(pem)
  const { altNames, notBefore, notAfter } = readCertificate(certificate.raw)
  const has = (kept: readonly string[], names: readonly string[]) => names.every((name) => kept.includes(name))
  const usable =
    certificate.verify(ca.certificate.publicKey) &&
    certificate.checkPrivateKey(key) &&
    has(altNames.dnsNames, wanted.dnsNames) &&
    has(altNames.ipAddresses, wanted.ipAddresses) &&
    notBefore <= now &&
    now < notAfter - RENEW_BEFORE
  return usable ? { certificatePem: certificate.toString(), keyPem: exportKey(key) } : undefined
}
