import type { TokenKey } from './jwt.ts'

/** Discovery document of the token issuer, served at `/.well-known/openid-configuration`. */
export const openidConfiguration = (issuer: string, jwksUri: string, keys: readonly TokenKey[]) => ({
  issuer,
  jwks_uri: jwksUri,
  response_types_supported: ['id_token'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: [...new Set(keys.map(({ algorithm }) => algorithm))].sort(),
})

/** The public keys that verify tokens, served at `/openid/v1/jwks` (RFC 7517). */
export const jwks = (keys: readonly TokenKey[]) => ({
  keys: keys.map(({ id, algorithm, publicKey }) => {
    return { use: 'sig', kid: id, alg: algorithm, ...publicKey.export({ format: 'jwk' }) }
  }),
})
