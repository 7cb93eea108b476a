import { createPrivateKey, createPublicKey } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { generateSshKey } from './ssh-key.ts'

describe('a key for ssh', () => {
  it('is encoded as OpenSSL does it, and its public half belongs to it', async () => {
    // One in 256 has a number that begins with a zero byte.
    for (let count = 0; count < 600; count++) {
      const { privateKey, publicKey } = await generateSshKey()

      const key = createPrivateKey(privateKey)
      const [algorithm, encoded = ''] = publicKey.split(' ')
      const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
      expect(privateKey).toBe(key.export({ format: 'pem', type: 'sec1' }))
      expect(algorithm).toBe('ecdsa-sha2-nistp256')
      expect(Buffer.from(encoded, 'base64').subarray(-65)).toEqual(spki.subarray(-65))
    }
  })
})
