import { createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { newP256Key, p256Pkcs8, p256Spki } from './p256.ts'

describe('a P-256 key', () => {
  it('is encoded as OpenSSL does it', () => {
    // One in 256 has a number that begins with a zero byte.
    for (let count = 0; count < 600; count++) {
      const key = newP256Key()

      expect(p256Spki(key)).toEqual(createPublicKey(key).export({ format: 'der', type: 'spki' }))
      expect(p256Pkcs8(key)).toEqual(key.export({ format: 'der', type: 'pkcs8' }))
    }
  })

  it('signs what its public half verifies', () => {
    const key = newP256Key()
    const data = Buffer.from('honey')

    expect(verify('sha256', data, createPublicKey(key), sign('sha256', data, key))).toBe(true)
  })

  it('is told from other keys', () => {
    const others = [generateKeyPairSync('ec', { namedCurve: 'P-384' }), generateKeyPairSync('ed25519')]

    for (const { privateKey } of others) {
      expect([p256Spki(privateKey), p256Pkcs8(privateKey)]).toEqual([undefined, undefined])
    }
  })
})
