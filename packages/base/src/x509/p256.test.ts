import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isP256, p256Pkcs8, p256Spki } from './p256.ts'

describe('a P-256 key', () => {
  it('is encoded as OpenSSL does it', () => {
    for (let count = 0; count < 20; count++) {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

      expect(p256Spki(privateKey)).toEqual(createPublicKey(privateKey).export({ format: 'der', type: 'spki' }))
      expect(p256Spki(publicKey)).toEqual(publicKey.export({ format: 'der', type: 'spki' }))
      expect(p256Pkcs8(privateKey)).toEqual(privateKey.export({ format: 'der', type: 'pkcs8' }))
    }
  })

  it('is told from other keys', () => {
    expect(isP256(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)).toBe(true)
    expect(isP256(generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey)).toBe(false)
    expect(isP256(generateKeyPairSync('ed25519').publicKey)).toBe(false)
  })
})
