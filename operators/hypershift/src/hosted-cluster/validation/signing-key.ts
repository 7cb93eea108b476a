import { createPrivateKey, createPublicKey } from 'node:crypto'
import { Mistake } from '@skep/controller'
import { findSecret } from '../lookups.ts'
import type { Scope } from '../scope.ts'

/** Keys that sign and check tokens of service accounts, in base64 of PEM as Secrets have them. */
export interface SigningKeys {
  readonly privateKey: string
  /** All keys by which tokens are trusted, older ones as well. */
  readonly publicKeys: string
}

const KEY = 'key'
const OLD_PUBLIC_KEY = 'old-key.pub'

/** The keys that a hosted cluster brings along. Throws when they are not there, or none. */
export async function readSigningKeys(scope: Scope, name: string): Promise<SigningKeys> {
  const secret = await findSecret(scope, name)
  if (!secret) throw new Mistake(`failed to get hostedcluster ServiceAccountSigningKey secret ${name}: not found`)
  const encoded = secret.data?.[KEY]
  if (encoded === undefined) throw new Mistake(`cannot find service account key "${KEY}" in secret ${name}`)
  const publicKey = publicPem(Buffer.from(encoded, 'base64').toString(), name)
  const old = Buffer.from(secret.data?.[OLD_PUBLIC_KEY] ?? '', 'base64').toString()
  return { privateKey: encoded, publicKeys: Buffer.from(publicKey + old).toString('base64') }
}

function publicPem(privatePem: string, name: string): string {
  try {
    return createPublicKey(createPrivateKey(privatePem)).export({ type: 'spki', format: 'pem' }).toString()
  } catch (cause) {
    throw new Mistake(`cannot decode private key in secret ${name}`, { cause })
  }
}
