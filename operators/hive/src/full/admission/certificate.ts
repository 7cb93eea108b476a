import { createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { DAY_MS } from '../../durations.ts'

/** A certificate that is its own authority, with its key, in PEM. */
export interface ServingCertificate {
  readonly certificatePem: string
  readonly keyPem: string
}

const VALID_MS = 365 * DAY_MS
/** For peers whose clock is behind. */
const BACKDATE_MS = 5 * 60_000

// Object identifiers in their encoding: ecdsa-with-SHA256, commonName, basicConstraints, subjectAltName.
const ECDSA_WITH_SHA256 = Buffer.from('2a8648ce3d040302', 'hex')
const COMMON_NAME = Buffer.from('550403', 'hex')
const BASIC_CONSTRAINTS = Buffer.from('551d13', 'hex')
const SUBJECT_ALT_NAME = Buffer.from('551d11', 'hex')

/**
 * A certificate for a server at an IPv4 address or a host name, signed by itself (RFC 5280): who registers it as the
 * authority trusts this server alone. A new one is made at every start, so a year is long.
 */
export function selfSignedCertificate(host: string, now: number): ServingCertificate {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  const algorithm = sequence(value(0x06, ECDSA_WITH_SHA256))
  const name = sequence(value(0x31, sequence(value(0x06, COMMON_NAME), value(0x0c, Buffer.from('hiveadmission')))))
  const content = sequence(
    value(0xa0, value(0x02, Buffer.from([2]))),
    // A serial number is positive, so its first bit is not set.
    value(0x02, Buffer.from([1]), randomBytes(15)),
    algorithm,
    name,
    sequence(time(now - BACKDATE_MS), time(now + VALID_MS)),
    name,
    publicKey,
    value(0xa3, sequence(extension(BASIC_CONSTRAINTS, sequence(value(0x01, Buffer.from([0xff])))), altName(host))),
  )
  const signature = sign('sha256', content, privateKey)
  const certificate = sequence(content, algorithm, value(0x03, Buffer.from([0]), signature))
  return {
    certificatePem: pem(certificate),
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** A value in the distinguished encoding of ASN.1: tag, length, content. */
function value(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content)
  const length = body.length < 0x80 ? [body.length] : [0x82, body.length >> 8, body.length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}

const sequence = (...items: readonly Uint8Array[]): Buffer => value(0x30, ...items)

const extension = (id: Buffer, content: Buffer): Buffer => sequence(value(0x06, id), value(0x04, content))

const time = (ms: number): Buffer =>
  value(0x18, Buffer.from(`${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z`))

function altName(host: string): Buffer {
  const address = /^\d+(\.\d+){3}$/.test(host)
  const name = address ? value(0x87, Buffer.from(host.split('.').map(Number))) : value(0x82, Buffer.from(host))
  return extension(SUBJECT_ALT_NAME, sequence(name))
}

const pem = (encoded: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${encoded.toString('base64').replace(/(.{64})(?=.)/g, '$1\n')}\n-----END CERTIFICATE-----\n`
