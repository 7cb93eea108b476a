import { describe, expect, it } from 'vitest'
import { decodeContinue, encodeContinue } from './continue-token.ts'

describe('continue tokens', () => {
  it('bring back where the list was', () => {
    expect(decodeContinue(encodeContinue({ revision: 42, after: 'shop/web' }))).toEqual({
      revision: 42,
      after: 'shop/web',
    })
  })

  it('look like those of kube-apiserver', () => {
    const text = Buffer.from(encodeContinue({ revision: 42, after: 'shop/web' }), 'base64url').toString()

    expect(JSON.parse(text)).toEqual({ v: 'meta.k8s.io/v1', rv: 42, start: 'shop/web\0' })
  })

  it.each([
    [
      'nonsense',
      "invalid continue token: continue key is not valid: invalid character '\\u009e' looking for beginning of value",
    ],
    ['e30', 'invalid continue token: continue key is not valid: server does not recognize this encoded version '],
    ['', 'invalid continue token: continue key is not valid: unexpected end of JSON input'],
  ])('refuse %s', (token, message) => {
    expect(() => decodeContinue(token)).toThrow(message)
  })
})
