import { expect, it } from 'vitest'
import { ownBytes } from './own-bytes.ts'

it('takes bytes out of the memory that they share with others', () => {
  const shared = Buffer.from('a certificate')

  const own = ownBytes(shared)

  expect(shared.buffer.byteLength).toBeGreaterThan(4_096)
  expect(own.toString()).toBe('a certificate')
  expect(own.buffer.byteLength).toBe(13)
})

it('leaves bytes where they are that have their memory almost to themselves', () => {
  const frame = Buffer.allocUnsafeSlow(100)
  const inside = frame.subarray(20, 90)

  expect(ownBytes(inside)).toBe(inside)
})
