import { createECDH } from 'node:crypto'
import { encodePem } from '@skep/base/x509'

/** A key that opens the nodes of a cluster: PEM for ssh, and the line for `authorized_keys`. */
export interface SshKey {
  readonly privateKey: string
  readonly publicKey: string
}

// What goes around the numbers of a key on the curve P-256 (RFC 5915) is always the same: having OpenSSL encode it takes
// four times as long as making the key.
const SEC1_HEAD = Buffer.from('30770201010420', 'hex')
const SEC1_POINT_HEAD = Buffer.from('a00a06082a8648ce3d030107a144034200', 'hex')
/** Bytes of a number. */
const SIZE = 32

/** Makes a key. It is an ECDSA one, because that is the form of OpenSSH that PEM can express. */
export async function generateSshKey(): Promise<SshKey> {
  const pair = createECDH('prime256v1')
  const point = pair.generateKeys()
  const number = Buffer.concat([Buffer.alloc(SIZE), pair.getPrivateKey()]).subarray(-SIZE)
  const algorithm = 'ecdsa-sha2-nistp256'
  const parts = [Buffer.from(algorithm), Buffer.from('nistp256'), point].map(sized)
  return {
    privateKey: encodePem('EC PRIVATE KEY', Buffer.concat([SEC1_HEAD, number, SEC1_POINT_HEAD, point])),
    publicKey: `${algorithm} ${Buffer.concat(parts).toString('base64')}`,
  }
}

/** Bytes after their number, as in RFC 4251. */
function sized(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
