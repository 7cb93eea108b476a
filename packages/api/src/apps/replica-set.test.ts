import { describe, expect, it } from 'vitest'
import { created, defaulted, refusal, refusalOfUpdate } from '../test/objects.ts'
import { ReplicaSet } from './replica-set.ts'

const template = {
  metadata: { labels: { app: 'a' } },
  spec: { containers: [{ name: 'main', image: 'registry.example/app:1' }] },
}
const spec = { selector: { matchLabels: { app: 'a' } }, template }

describe('a ReplicaSet', () => {
  it('runs one pod unless told otherwise', () => {
    expect(defaulted(ReplicaSet, { spec }).spec.replicas).toBe(1)
    expect(defaulted(ReplicaSet, { spec: { ...spec, replicas: 0 } }).spec.replicas).toBe(0)
  })

  it('begins with no pods', () => {
    expect(created(ReplicaSet, { spec, status: { replicas: 3 } }).status).toEqual({ replicas: 0 })
  })

  it.each([
    [
      {},
      [
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
        'spec.template.spec.containers: Required value',
      ],
    ],
    [{ ...spec, minReadySeconds: -1 }, ['spec.minReadySeconds: Invalid value: -1: must be greater than or equal to 0']],
    [
      { ...spec, template: { ...template, spec: { ...template.spec, activeDeadlineSeconds: 5 } } },
      ['spec.template.spec.activeDeadlineSeconds: Forbidden: activeDeadlineSeconds in ReplicaSet is not Supported'],
    ],
    [spec, []],
  ])('is checked: %j', (wanted, messages) => {
    expect(refusal(ReplicaSet, { spec: wanted })).toEqual(messages)
  })

  it('does not count more labelled pods than there are', () => {
    const status = { replicas: 1, fullyLabeledReplicas: 2 }

    expect(refusalOfUpdate(ReplicaSet, { spec }, { spec, status }, 'status')).toEqual([
      'status.fullyLabeledReplicas: Invalid value: 2: cannot be greater than status.replicas',
    ])
  })

  it('shows how many pods it wants and has', () => {
    const set = created(ReplicaSet, { spec })
    set.status = { replicas: 2 }

    expect(ReplicaSet.rules.cells?.(set, 0).slice(0, 4)).toEqual(['a', 1, 2, 0])
  })
})
