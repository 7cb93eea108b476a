import { describe, expect, it } from 'vitest'
import { DueTimes } from './due-times.ts'

const blue = (key: string) => ({ clusterId: 'blue', key })

describe('DueTimes', () => {
  it('knows the next, rounded up to the minute', () => {
    const times = new DueTimes()
    expect(times.next).toBeUndefined()

    times.set('blue', 'later', 200_000)
    times.set('blue', 'sooner', 60_001)

    expect(times.next).toBe(120_000)
    expect(times.due(119_999)).toEqual([])
    expect(times.due(120_000)).toEqual([blue('sooner')])
    expect(times.due(240_000)).toEqual([blue('later'), blue('sooner')])
  })

  it('goes by what was said last of a key', () => {
    const times = new DueTimes()
    times.set('blue', 'a', 60_000)
    times.set('blue', 'b', 60_000)

    times.set('blue', 'a', 180_000)
    times.delete('blue', 'b')
    times.delete('blue', 'unknown')

    expect(times.next).toBe(180_000)
    expect(times.due(60_000)).toEqual([])
  })

  it('forgets the keys of a cluster, and no others', () => {
    const times = new DueTimes()
    times.set('blue', 'a', 60_000)
    times.set('blue', 'b', 120_000)
    times.set('green', 'a', 120_000)

    times.forget('blue')

    expect(times.next).toBe(120_000)
    expect(times.due(300_000)).toEqual([{ clusterId: 'green', key: 'a' }])

    times.forget('green')

    expect(times.next).toBeUndefined()
  })
})
