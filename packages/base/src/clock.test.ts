import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { realClock } from './clock.ts'

describe('realClock', () => {
  it('tells the time of day', () => {
    const before = Date.now()

    expect(realClock.now()).toBeGreaterThanOrEqual(before)
  })

  it('sleeps at least as long as asked, near enough for a timer', async () => {
    const before = performance.now()

    await realClock.sleep(5)

    expect(performance.now() - before).toBeGreaterThan(3)
  })

  it('does not sleep for a signal that has aborted already', async () => {
    await expect(realClock.sleep(60_000, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
  })

  it('does not fire a cancelled timer', async () => {
    let fired = false
    realClock
      .setTimer(1, () => {
        fired = true
      })
      .cancel()

    await realClock.sleep(5)

    expect(fired).toBe(false)
  })

  it('waits for as long as it takes, even for years', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const YEAR_MS = 365 * 24 * 60 * 60 * 1_000
    let fired = 0
    realClock.setTimer(YEAR_MS, () => fired++)

    vi.advanceTimersByTime(YEAR_MS - 1)
    expect(fired).toBe(0)

    vi.advanceTimersByTime(1)
    expect(fired).toBe(1)
  })
})
