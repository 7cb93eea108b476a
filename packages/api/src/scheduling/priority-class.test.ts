import { describe, expect, it } from 'vitest'
import { created, refusal, refusalOfUpdate } from '../test/objects.ts'
import { PriorityClass } from './priority-class.ts'

describe('a PriorityClass', () => {
  it.each([
    [
      'a',
      { value: 2_000_000_000 },
      ['value: Forbidden: maximum allowed value of a user defined priority is 1000000000'],
    ],
    [
      'a',
      { value: 1, preemptionPolicy: 'X' },
      ['preemptionPolicy: Unsupported value: "X": supported values: "PreemptLowerPriority", "Never"'],
    ],
    [
      'system-mine',
      { value: 1 },
      [
        "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: system-mine is not a known system priority class",
      ],
    ],
    [
      'system-node-critical',
      { value: 1 },
      [
        "metadata.name: Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: value of system-node-critical PriorityClass must be 2000001000",
      ],
    ],
    ['system-cluster-critical', { value: 2_000_000_000 }, []],
    ['a', { value: -5 }, []],
  ])('%s is checked: %j', (name, wanted, messages) => {
    expect(refusal(PriorityClass, { metadata: { name }, ...wanted })).toEqual(messages)
  })

  it('keeps its value and policy', () => {
    expect(refusalOfUpdate(PriorityClass, { value: 1 }, { value: 2, preemptionPolicy: 'Never' })).toEqual([
      'value: Forbidden: may not be changed in an update.',
      'preemptionPolicy: Invalid value: "Never": field is immutable',
    ])
    expect(refusalOfUpdate(PriorityClass, { value: 1 }, { value: 1, description: 'other' })).toEqual([])
  })

  it('shows its value', () => {
    expect(PriorityClass.rules.cells?.(created(PriorityClass, { value: 5 }), 0)).toEqual([
      'a',
      5,
      false,
      '<unknown>',
      'PreemptLowerPriority',
    ])
  })
})
