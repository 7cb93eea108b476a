import { newP256Key } from '@skep/base/x509'

/** A key that opens the nodes of a cluster: PEM for ssh, and the line for `authorized_keys`. */
export interface SshKey {
  readonly privateKey: string
  readonly publicKey: string
}

/** Makes a key. It is an ECDSA one, because that is the form of OpenSSH that PEM can express. */
export async function generateSshKey(): Promise<SshKey> {
  const privateKey = newP256Key()
  const { x = '', y = '' } = privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  const algorithm = 'ecdsa-sha2-nistp256'
  const parts = [Buffer.from(algorithm), Buffer.from('nistp256'), point].map(sized)
  return {
    privateKey: privateKey.export({ format: 'pem', type: 'sec1' }).toString(),
    publicKey: `${algorithm} ${Buffer.concat(parts).toString('base64')}`,
  }
}

/** Bytes after their number, as in RFC 4251. */
function sized(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(bytes.length)
  return Buffer.concat([length, bytes])
}
