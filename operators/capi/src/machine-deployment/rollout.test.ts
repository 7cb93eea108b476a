import { describe, expect, it } from 'vitest'
import { planOnDelete, planRollingUpdate, type Rollout, type SetSize } from './rollout.ts'

const set = (name: string, spec: number, actual = spec, available = actual): SetSize => ({
  name,
  spec,
  actual,
  available,
})

const rollout = (changes: Partial<Rollout> & Pick<Rollout, 'current' | 'old'>): Rollout => ({
  desired: 3,
  maxSurge: 1,
  maxUnavailable: 0,
  ...changes,
})

const planned = (plan: Map<string, number>) => Object.fromEntries(plan)

describe('a rolling update', () => {
  it('begins with one machine too many', () => {
    const plan = planRollingUpdate(rollout({ current: set('new', 0), old: [set('old', 3)] }))

    expect(planned(plan)).toEqual({ new: 1 })
  })

  it('takes an old machine away once the new one is available', () => {
    const plan = planRollingUpdate(rollout({ current: set('new', 1), old: [set('old', 3)] }))

    expect(planned(plan)).toEqual({ old: 2 })
  })

  it('waits while the new machine is not available', () => {
    const plan = planRollingUpdate(rollout({ current: set('new', 1, 1, 0), old: [set('old', 3)] }))

    expect(planned(plan)).toEqual({})
  })

  it('waits while a machine is still going', () => {
    const plan = planRollingUpdate(rollout({ current: set('new', 1), old: [set('old', 2, 3)] }))

    expect(planned(plan)).toEqual({})
  })

  it('takes away as many at once as may be missing', () => {
    const plan = planRollingUpdate(
      rollout({ desired: 6, maxSurge: 0, maxUnavailable: 2, current: set('new', 0), old: [set('old', 6)] }),
    )

    expect(planned(plan)).toEqual({ old: 4 })
  })

  it('takes the oldest set first', () => {
    const plan = planRollingUpdate(
      rollout({ maxUnavailable: 1, current: set('new', 1), old: [set('older', 1), set('old', 2)] }),
    )

    expect(planned(plan)).toEqual({ older: 0, old: 1 })
  })

  it('takes machines first that are not available, whatever their set', () => {
    const plan = planRollingUpdate(
      rollout({ maxUnavailable: 1, current: set('new', 1), old: [set('older', 2), set('old', 1, 1, 0)] }),
    )

    expect(planned(plan)).toEqual({ old: 0, older: 1 })
  })

  it('gives up an old machine that is not available when nothing else moves', () => {
    const plan = planRollingUpdate(rollout({ current: set('new', 1), old: [set('old', 3, 3, 2)] }))

    expect(planned(plan)).toEqual({ old: 2 })
  })

  it('follows the number of machines that are wanted, down at once and up within the limit', () => {
    expect(planned(planRollingUpdate(rollout({ desired: 2, current: set('new', 5), old: [] })))).toEqual({ new: 2 })
    expect(planned(planRollingUpdate(rollout({ desired: 6, current: set('new', 3), old: [] })))).toEqual({ new: 6 })
    expect(planned(planRollingUpdate(rollout({ desired: 6, current: set('new', 3), old: [set('old', 2)] })))).toEqual({
      new: 5,
    })
  })

  it('ends without old machines', () => {
    const plan = planRollingUpdate(rollout({ current: set('new', 3), old: [set('old', 1)] }))

    expect(planned(plan)).toEqual({ old: 0 })
  })
})

describe('waiting for old machines to be deleted', () => {
  const onDelete = { maxSurge: 0, maxUnavailable: 0 }

  it('changes nothing by itself', () => {
    expect(planned(planOnDelete(rollout({ ...onDelete, current: set('new', 0), old: [set('old', 3)] })))).toEqual({})
  })

  it('follows a machine that somebody deleted', () => {
    const plan = planOnDelete(rollout({ ...onDelete, current: set('new', 0), old: [set('old', 3, 2)] }))

    expect(planned(plan)).toEqual({ old: 2 })
  })

  it('fills the gap in the next step', () => {
    const plan = planOnDelete(rollout({ ...onDelete, current: set('new', 0), old: [set('old', 2)] }))

    expect(planned(plan)).toEqual({ new: 1 })
  })

  it('takes old machines away when fewer are wanted', () => {
    const plan = planOnDelete(rollout({ ...onDelete, desired: 1, current: set('new', 1), old: [set('old', 2)] }))

    expect(planned(plan)).toEqual({ old: 0 })
  })
})
