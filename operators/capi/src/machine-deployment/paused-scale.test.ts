import { describe, expect, it } from 'vitest'
import { type PausedSet, planPausedScale } from './paused-scale.ts'

const set = (name: string, spec: number, maxReplicas = spec): PausedSet => ({
  name,
  spec,
  actual: spec,
  available: spec,
  maxReplicas,
})
const limits = { maxSurge: 1, maxUnavailable: 0 }

describe('scaling a paused deployment', () => {
  it('scales the only set that has machines', () => {
    const plan = planPausedScale({ ...limits, desired: 5, current: set('new', 0), old: [set('old', 3)] })

    expect(Object.fromEntries(plan)).toEqual({ old: 5 })
  })

  it('scales a rollout that has stopped in the middle in proportion', () => {
    const plan = planPausedScale({ ...limits, desired: 10, current: set('new', 2, 6), old: [set('old', 4, 6)] })

    expect(Object.fromEntries(plan)).toEqual({ old: 7, new: 4 })
  })

  it('scales all sets to nothing', () => {
    const plan = planPausedScale({ ...limits, desired: 0, current: set('new', 2, 6), old: [set('old', 4, 6)] })

    expect(Object.fromEntries(plan)).toEqual({ new: 0, old: 0 })
  })

  it('makes nothing of a deployment without sets', () => {
    expect(planPausedScale({ ...limits, desired: 3, current: undefined, old: [] }).size).toBe(0)
  })
})
