import { describe, expect, it } from 'vitest'
import { DueTimes } from './due-times.ts'

describe('DueTimes', () => {
  it('knows the next, rounded up to the minute', () => {
    const times = new DueTimes()
    expect(times.next).toBeUndefined()

    times.set('later', 200_000)
    times.set('sooner', 60_001)

    expect(times.next).toBe(120_000)
    expect(times.due(119_999)).toEqual([])
    expect(times.due(120_000)).toEqual(['sooner'])
    expect(times.due(240_000)).toEqual(['later', 'sooner'])
  })

  it('goes by what was said last of a key', () => {
    const times = new DueTimes()
    times.set('a', 60_000)
    times.set('b', 60_000)

    times.set('a', 180_000)
    times.delete('b')
    times.delete('unknown')

    expect(times.next).toBe(180_000)
    expect(times.due(60_000)).toEqual([])
  })
})
