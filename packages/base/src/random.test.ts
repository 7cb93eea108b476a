import { describe, expect, it } from 'vitest'
import { createRandom, cryptoRandom, type Random } from './random.ts'

const SEQUENCE_OF_SEVEN = [655, 884, 155, 68, 808, 187]

const take = (random: Random, count: number) => Array.from({ length: count }, () => random.int(1_000))

describe('createRandom', () => {
  it('gives the same sequence for the same seed, on every machine', () => {
    expect(take(createRandom(7), 6)).toEqual(take(createRandom(7), 6))
    expect(take(createRandom(7), 6)).toEqual(SEQUENCE_OF_SEVEN)
  })

  it('gives another sequence for another seed, number or text', () => {
    expect(take(createRandom(8), 6)).not.toEqual(SEQUENCE_OF_SEVEN)
    expect(take(createRandom('node-1'), 6)).not.toEqual(take(createRandom('node-2'), 6))
  })
})

describe.each([
  ['createRandom', createRandom(1)],
  ['cryptoRandom', cryptoRandom],
])('%s', (_, random) => {
  it('spreads evenly over its range', () => {
    const counts = [0, 0, 0, 0, 0]
    for (let i = 0; i < 20_000; i++) counts[random.int(5)]!++

    for (const count of counts) expect(Math.abs(count - 4_000)).toBeLessThan(400)
  })

  it('stays below one, and picks from a list', () => {
    for (let i = 0; i < 5_000; i++) {
      const number = random.next()
      expect(number >= 0 && number < 1).toBe(true)
    }
    expect(['a', 'b']).toContain(random.pick(['a', 'b']))
    expect(() => random.pick([])).toThrow('cannot pick from an empty list')
  })
})
