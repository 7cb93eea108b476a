import { describe, expect, it } from 'vitest'
import { createBackoff } from './backoff.ts'
import { createRandom } from './random.ts'

const delays = (backoff: { delay(failure: number): number }) => [0, 1, 2, 3, 4, 50, 5_000].map(backoff.delay)

describe('createBackoff', () => {
  it('doubles the delay up to the cap', () => {
    expect(delays(createBackoff({ baseMs: 100, maxMs: 1_000, jitter: 0 }))).toEqual([
      100, 200, 400, 800, 1_000, 1_000, 1_000,
    ])
  })

  it('grows by another factor when asked', () => {
    expect(delays(createBackoff({ baseMs: 1, maxMs: 50, factor: 3, jitter: 0 }))).toEqual([1, 3, 9, 27, 50, 50, 50])
  })

  it('takes away at most the jitter, the same for the same seed', () => {
    const jittery = () => createBackoff({ baseMs: 100, maxMs: 100, jitter: 0.5, random: createRandom(3) })

    expect(delays(jittery())).toEqual(delays(jittery()))
    expect(new Set(delays(jittery())).size).toBe(7)
    for (const delay of delays(jittery())) {
      expect(delay).toBeGreaterThan(50)
      expect(delay).toBeLessThanOrEqual(100)
    }
  })
})
