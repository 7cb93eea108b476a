import { describe, expect, it } from 'vitest'
import { behaviourOf } from './behaviour.ts'

const behaviour = (annotations: Record<string, string>) =>
  behaviourOf({ apiVersion: 'v1', kind: 'Pod', metadata: { annotations } })

describe('behaviourOf', () => {
  it.each([
    ['2.5', 2_500],
    ['500ms', 500],
    ['10s', 10_000],
    ['2m', 120_000],
    ['1h', 3_600_000],
    ['soon', undefined],
    ['-1', undefined],
  ])('reads the delay %s as %s ms', (text, ms) => {
    expect(behaviour({ 'sim.skep.dev/start-delay': text }).startMs).toBe(ms)
  })

  it.each([
    ['0', 0],
    ['137', 137],
    ['256', undefined],
    ['one', undefined],
  ])('reads the exit code %s as %s', (text, code) => {
    expect(behaviour({ 'sim.skep.dev/exit-code': text }).exitCode).toBe(code)
  })

  it('leaves everything to chance without annotations', () => {
    expect(behaviour({})).toEqual({
      startMs: undefined,
      runMs: undefined,
      exitCode: undefined,
      crashLoop: false,
      neverReady: false,
    })
  })
})
