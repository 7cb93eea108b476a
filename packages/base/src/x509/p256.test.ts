import { createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newEncodedP256Key, newP256Key, p256Encoding } from './p256.ts'

describe('a P-256 key', () => {
  it('is encoded as OpenSSL does it', () => {
    // One in 256 has a number that begins with a zero byte.
    for (let count = 0; count < 600; count++) {
      const key = newP256Key()

      const expected = {
        spki: createPublicKey(key).export({ format: 'der', type: 'spki' }),
        pkcs8: key.export({ format: 'der', type: 'pkcs8' }),
      }
      expect(p256Encoding(key)).toEqual(expected)
      // Of a key that somebody else made nothing is known beforehand.
      expect(p256Encoding(createPrivateKey(key.export({ format: 'pem', type: 'pkcs8' })))).toEqual(expected)
    }
  })

  it('may be made for others, who can read it', () => {
    const { spki, pkcs8 } = newEncodedP256Key()

    const key = createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' })
    expect(createPublicKey(key).export({ format: 'der', type: 'spki' })).toEqual(spki)
  })

  it('has no private half where it is public', () => {
    const key = newP256Key()

    expect(p256Encoding(createPublicKey(key))).toEqual({ spki: p256Encoding(key)?.spki, pkcs8: undefined })
  })

  it('signs what its public half verifies', () => {
    const key = newP256Key()
    const data = Buffer.from('honey')

    expect(verify('sha256', data, createPublicKey(key), sign('sha256', data, key))).toBe(true)
  })

  it('is told from other keys', () => {
    const others = [generateKeyPairSync('ec', { namedCurve: 'P-384' }), generateKeyPairSync('ed25519')]

    for (const { privateKey } of others) {
      expect(p256Encoding(privateKey)).toBeUndefined()
    }
  })
})
