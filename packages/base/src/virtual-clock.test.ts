import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { VirtualClock } from './virtual-clock.ts'

describe('VirtualClock', () => {
  it('stands still until it is advanced', async () => {
    const clock = new VirtualClock({ start: 1_000 })

    await clock.settle()
    expect(clock.now()).toBe(1_000)

    await clock.advance(250)
    expect(clock.now()).toBe(1_250)
  })

  it('starts in 2030 unless told otherwise', () => {
    expect(new Date(new VirtualClock().now()).toISOString()).toBe('2030-01-01T00:00:00.000Z')
  })

  it('fires timers by time, and at the same time in the order they were made', async () => {
    const clock = new VirtualClock({ start: 0 })
    const fired: string[] = []
    const note = (name: string) => () => fired.push(`${name}@${clock.now()}`)
    clock.setTimer(30, note('late'))
    clock.setTimer(10, note('first'))
    clock.setTimer(10, note('second'))
    clock.setTimer(-5, note('at once'))

    await clock.advance(29)
    expect(fired).toEqual(['at once@0', 'first@10', 'second@10'])

    await clock.advance(1)
    expect(fired.at(-1)).toBe('late@30')
  })

  it('fires timers that timers make, when they are due on the way', async () => {
    const clock = new VirtualClock({ start: 0 })
    const ticks: number[] = []
    const tick = () => {
      ticks.push(clock.now())
      clock.setTimer(10, tick)
    }
    clock.setTimer(10, tick)

    await clock.advance(35)

    expect(ticks).toEqual([10, 20, 30])
  })

  it('drains what one timer set off before the next fires', async () => {
    const clock = new VirtualClock()
    const history: string[] = []
    clock.setTimer(1, async () => {
      for (let i = 0; i < 20; i++) await Promise.resolve()
      history.push('work of the first')
    })
    clock.setTimer(1, () => history.push('second'))

    await clock.advance(1)

    expect(history).toEqual(['work of the first', 'second'])
  })

  it('waits in real time for whoever holds it', async () => {
    const clock = new VirtualClock()
    const history: string[] = []
    clock.setTimer(1, async () => {
      const release = clock.hold()
      await readFile(new URL(import.meta.url))
      history.push('file read')
      release()
    })
    clock.setTimer(2, () => history.push('next timer'))

    await clock.advance(2)

    expect(history).toEqual(['file read', 'next timer'])
  })

  it('counts a hold once, however often it is released', async () => {
    const clock = new VirtualClock()
    const releaseFirst = clock.hold()
    const releaseSecond = clock.hold()
    let settled = false
    const settling = clock.settle().then(() => {
      settled = true
    })

    releaseFirst()
    releaseFirst()
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(settled).toBe(false)

    releaseSecond()
    await settling
  })

  it('does not fire a cancelled timer', async () => {
    const clock = new VirtualClock()
    const fired: string[] = []
    clock.setTimer(5, () => fired.push('kept'))
    const timer = clock.setTimer(5, () => fired.push('cancelled'))
    timer.cancel()
    timer.cancel()

    await clock.advance(10)

    expect(fired).toEqual(['kept'])
  })

  it('adds up advances that are asked for at the same time', async () => {
    const clock = new VirtualClock({ start: 0 })

    await Promise.all([clock.advance(10), clock.advance(10)])

    expect(clock.now()).toBe(20)
  })

  it('reports a timer that throws, and goes on afterwards', async () => {
    const clock = new VirtualClock({ start: 0 })
    clock.setTimer(5, () => {
      throw new Error('broken timer')
    })

    await expect(clock.advance(10)).rejects.toThrow('broken timer')
    await clock.advance(10)

    expect(clock.now()).toBe(15)
  })

  it('wakes sleepers, and rejects those whose signal aborts', async () => {
    const clock = new VirtualClock()
    const controller = new AbortController()
    const sleeper = clock.sleep(100)
    const aborted = clock.sleep(100, controller.signal)
    controller.abort(new Error('enough'))

    await expect(aborted).rejects.toThrow('enough')
    await clock.advance(100)
    await expect(sleeper).resolves.toBeUndefined()
  })
})
