import { VirtualClock } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { createSimulationClock, type Speed } from './simulation-clock.ts'

const START = Date.UTC(2030, 0, 1)

function startClock(speed: Speed) {
  const base = new VirtualClock()
  return { base, clock: createSimulationClock({ base, speed }) }
}

describe('a simulated clock', () => {
  it('passes as real time does', async () => {
    const { base, clock } = startClock('real')
    const fired: number[] = []
    clock.setTimer(1_000, () => fired.push(clock.now() - START))

    await base.advance(999)
    expect(fired).toEqual([])

    await base.advance(1)
    expect(fired).toEqual([1_000])
  })

  it('passes ten times as fast', async () => {
    const { base, clock } = startClock(10)
    const fired: number[] = []
    clock.setTimer(5_000, () => fired.push(clock.now() - START))

    await base.advance(499)
    expect(fired).toEqual([])

    await base.advance(1)
    expect(fired).toEqual([5_000])
  })

  it('changes its rate while timers wait', async () => {
    const { base, clock } = startClock('real')
    let fired = false
    clock.setTimer(10_000, () => {
      fired = true
    })

    await base.advance(5_000)
    clock.setSpeed(5)
    await base.advance(999)
    expect(fired).toBe(false)

    await base.advance(1)
    expect(fired).toBe(true)
    expect(clock.now() - START).toBe(10_000)
  })

  it('does not leap for work in the background, which is done in passing', async () => {
    const { base, clock } = startClock('instant')
    const fired: string[] = []
    clock.background.setTimer(60_000, () => fired.push(`background ${clock.now() - START}`))
    await base.settle()
    expect(fired).toEqual([])

    clock.setTimer(120_000, () => fired.push(`step ${clock.now() - START}`))
    await base.settle()

    expect(fired).toEqual(['background 60000', 'step 120000'])
  })

  it('stands still at the rate 0, until it is put forward', async () => {
    const { base, clock } = startClock(0)
    const fired: string[] = []
    clock.setTimer(1_000, () => fired.push('one'))
    clock.setTimer(3_000, () => fired.push('three'))

    await base.advance(60_000)
    expect(clock.now() - START).toBe(0)

    await clock.advance(2_000)
    expect(fired).toEqual(['one'])
    expect(clock.now() - START).toBe(2_000)
  })

  it('leaps from timer to timer without waiting, in order', async () => {
    const { base, clock } = startClock('instant')
    const fired: [string, number][] = []
    const note = (name: string) => fired.push([name, clock.now() - START])
    clock.setTimer(1_200_000, () => note('twenty minutes'))
    clock.setTimer(60_000, () => {
      note('minute')
      clock.setTimer(1_000, () => note('second after'))
    })

    await base.settle()

    expect(fired).toEqual([
      ['minute', 60_000],
      ['second after', 61_000],
      ['twenty minutes', 1_200_000],
    ])
  })

  it('lets long waits pass by themselves, so that what repeats for ever does not run all the time', async () => {
    const { base, clock } = startClock('instant')
    const fired: number[] = []
    const everyTwoHours = () => {
      fired.push(clock.now() - START)
      clock.setTimer(7_200_000, everyTwoHours)
    }
    clock.setTimer(7_200_000, everyTwoHours)
    clock.setTimer(7_800_000, everyTwoHours)

    await base.settle()
    expect(fired).toEqual([])

    await base.advance(7_800_000)
    expect(fired).toEqual([7_200_000, 7_800_000])
  })

  it('fires a long wait in passing when it leaps that far', async () => {
    const { base, clock } = startClock('instant')
    const fired: string[] = []
    clock.setTimer(1_200_001, () => fired.push('long'))
    await base.advance(600_000)
    clock.setTimer(1_000_000, () => fired.push('short'))

    await base.settle()

    expect(fired).toEqual(['long', 'short'])
  })

  it('leaps as far as it is told to', async () => {
    const base = new VirtualClock()
    const clock = createSimulationClock({ base, speed: 'instant', leapHorizonMs: 1_000 })
    const fired: string[] = []
    clock.setTimer(1_001, () => fired.push('long'))
    clock.setTimer(1_000, () => fired.push('short'))

    await base.settle()

    expect(fired).toEqual(['short'])
  })

  it('does not leap over work that is under way', async () => {
    const { base, clock } = startClock('instant')
    const fired: string[] = []
    const release = clock.hold()
    clock.setTimer(60_000, () => fired.push('timeout'))
    for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(fired).toEqual([])

    release()
    await base.settle()
    expect(fired).toEqual(['timeout'])
  })

  it('does not go back with a restart', async () => {
    const base = new VirtualClock()
    let noted: number | undefined
    const kept = { read: () => noted, write: (now: number) => void (noted = now) }
    const first = createSimulationClock({ base, speed: 100, kept })
    await base.advance(60_000)
    first.setTimer(1_000, () => undefined)

    expect(createSimulationClock({ base, speed: 100, kept }).now()).toBeGreaterThanOrEqual(first.now())

    await first.advance(3_600_000)
    expect(createSimulationClock({ base, speed: 100, kept }).now()).toBeGreaterThanOrEqual(first.now())
  })

  it('does not fire a timer that was cancelled', async () => {
    const { base, clock } = startClock('real')
    const fired: string[] = []
    clock.setTimer(1_000, () => fired.push('cancelled')).cancel()
    clock.setTimer(2_000, () => fired.push('kept'))

    await base.advance(2_000)

    expect(fired).toEqual(['kept'])
  })

  it('fires timers of the same time in the order of their making', async () => {
    const { base, clock } = startClock('real')
    const fired: number[] = []
    for (let number = 0; number < 20; number++) clock.setTimer(number % 2 === 0 ? 10 : 5, () => fired.push(number))

    await base.advance(10)

    expect(fired).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18])
  })

  it('ends a sleep when its signal aborts', async () => {
    const { clock } = startClock('real')
    const abort = new AbortController()
    const sleeping = clock.sleep(1_000, abort.signal)

    abort.abort(new Error('enough'))

    await expect(sleeping).rejects.toThrow('enough')
  })
})
