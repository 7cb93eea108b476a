import { describe, expect, it } from 'vitest'
import { nameSuffix, uid } from './ids.ts'
import { createRandom } from './random.ts'

describe('uid', () => {
  it('is a version 4 UUID, never the same', () => {
    const made = new Set<string>()
    for (let i = 0; i < 10_000; i++) made.add(uid())

    expect(made.size).toBe(10_000)
    for (const id of made) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })

  it('is the same for the same seed', () => {
    expect(uid(createRandom(1))).toBe(uid(createRandom(1)))
    expect(uid(createRandom(1))).not.toBe(uid(createRandom(2)))
  })
})

describe('nameSuffix', () => {
  it('is five characters of the alphabet of Kubernetes', () => {
    const random = createRandom(1)
    const letters = new Set<string>()
    for (let i = 0; i < 1_000; i++) {
      const suffix = nameSuffix(random)
      expect(suffix).toHaveLength(5)
      for (const letter of suffix) letters.add(letter)
    }

    expect([...letters].sort().join('')).toBe('2456789bcdfghjklmnpqrstvwxz')
  })
})
