import { describe, expect, it } from 'vitest'
import { created, refusal, refusalOfUpdate } from '../test/objects.ts'
import { PodDisruptionBudget } from './pod-disruption-budget.ts'

describe('a PodDisruptionBudget', () => {
  it('begins without allowing anything', () => {
    expect(created(PodDisruptionBudget, { spec: {}, status: { disruptionsAllowed: 5 } }).status).toEqual({
      currentHealthy: 0,
      desiredHealthy: 0,
      disruptionsAllowed: 0,
      expectedPods: 0,
    })
  })

  it.each([
    [
      { minAvailable: 1, maxUnavailable: 1 },
      [
        'spec: Invalid value: {"MinAvailable":1,"Selector":null,"MaxUnavailable":1,"UnhealthyPodEvictionPolicy":null}: minAvailable and maxUnavailable cannot be both set',
      ],
    ],
    [{ minAvailable: '150%' }, ['spec.minAvailable: Invalid value: "150%": must not be greater than 100%']],
    [{ maxUnavailable: -1 }, ['spec.maxUnavailable: Invalid value: -1: must be greater than or equal to 0']],
    [
      { unhealthyPodEvictionPolicy: 'X' },
      ['spec.unhealthyPodEvictionPolicy: Unsupported value: "X": supported values: "AlwaysAllow", "IfHealthyBudget"'],
    ],
    [{ minAvailable: '50%', selector: { matchLabels: { app: 'a' } } }, []],
  ])('is checked: %j', (spec, messages) => {
    expect(refusal(PodDisruptionBudget, { spec })).toEqual(messages)
  })

  it('does not count less than nothing', () => {
    expect(
      refusalOfUpdate(PodDisruptionBudget, { spec: {} }, { spec: {}, status: { expectedPods: -1 } }, 'status'),
    ).toEqual(['status.expectedPods: Invalid value: -1: must be greater than or equal to 0'])
  })

  it('shows what it allows', () => {
    expect(PodDisruptionBudget.rules.cells?.(created(PodDisruptionBudget, { spec: { maxUnavailable: 1 } }), 0)).toEqual(
      ['a', 'N/A', '1', 0, '<unknown>'],
    )
  })
})
