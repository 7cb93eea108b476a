import { describe, expect, it } from 'vitest'
import { timesOf } from './session.ts'
import { part } from './test/judged.ts'
import { agesOf, describeTimes } from './times.ts'

const NOW = Date.parse('2026-01-02T03:00:00Z')
const AHEAD = Date.parse('2026-01-02T05:00:00Z')
const waits = (since: string) => part('HostedCluster', 'demo', { since, sinceBy: 'operator' })

describe('how long ago something was', () => {
  it('goes by real time where nothing is simulated', () => {
    const ageOf = agesOf(waits('2026-01-02T02:55:00Z'), { now: NOW })

    expect(ageOf('2026-01-02T02:55:00Z', 'operator')).toBe('5m')
    expect(ageOf('2026-01-02T02:59:00Z', 'server')).toBe('60s')
  })

  it('goes by the clock that wrote it, in a simulation', () => {
    const ageOf = agesOf(waits('2026-01-02T04:50:00Z'), { now: NOW, simulated: AHEAD })

    expect(ageOf('2026-01-02T04:50:00Z', 'operator')).toBe('10m')
    expect(ageOf('2026-01-02T02:59:00Z', 'operator')).toBe('121m')
    expect(ageOf('2026-01-02T02:59:00Z', 'server')).toBe('60s')
  })

  it('is not said where conditions lie ahead of time and nobody tells how late it is there', () => {
    const tree = waits('2026-01-02T04:50:00Z')
    const ageOf = agesOf(tree, { now: NOW })

    expect(ageOf('2026-01-02T04:50:00Z', 'operator')).toBe('')
    expect(ageOf('2026-01-02T02:59:00Z', 'server')).toBe('60s')
    expect(describeTimes(tree, { now: NOW })).toContain('--sim-url')
  })

  it('is not taken from a simulation that has not come so far: it is another one', () => {
    const tree = waits('2026-01-02T05:10:00Z')

    expect(agesOf(tree, { now: NOW, simulated: AHEAD })('2026-01-02T05:10:00Z', 'operator')).toBe('')
  })

  it('goes on with a simulation that stands still only where that is real', () => {
    const at = NOW
    const simulation = (speed: number | 'real' | 'instant') => ({
      url: '',
      overrides: [],
      time: { now: '2026-01-02T05:00:00Z', speed },
    })
    const later = (speed: number | 'real' | 'instant') =>
      timesOf({ tree: waits(''), at, simulation: simulation(speed) }, NOW + 1_000).simulated! - AHEAD

    expect([60, 0, 'real', 'instant'].map((speed) => later(speed as number))).toEqual([60_000, 0, 1_000, 0])
  })

  it('comes with a word about it only where time is simulated', () => {
    const tree = waits('2026-01-02T02:55:00Z')

    expect(describeTimes(tree, { now: NOW })).toBeUndefined()
    expect(describeTimes(tree, { now: NOW, simulated: NOW + 1_000 })).toBeUndefined()
    expect(describeTimes(tree, { now: NOW, simulated: AHEAD })).toBe(
      "Time is simulated: SINCE of conditions is by the simulation's clock (2026-01-02 05:00:00), that of the rest is real.",
    )
  })
})
