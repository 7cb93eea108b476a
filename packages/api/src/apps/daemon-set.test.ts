import { describe, expect, it } from 'vitest'
import { created, defaulted, refusal, refusalOfUpdate, updated } from '../test/objects.ts'
import { DaemonSet } from './daemon-set.ts'

const template = {
  metadata: { labels: { app: 'a' } },
  spec: { containers: [{ name: 'main', image: 'registry.example/app:1' }], nodeSelector: { disk: 'ssd' } },
}
const spec = { selector: { matchLabels: { app: 'a' } }, template }
const GENERATION = 'deprecated.daemonset.template.generation'

describe('a DaemonSet', () => {
  it('stops one old pod at a time unless told otherwise', () => {
    expect(defaulted(DaemonSet, { spec }).spec).toMatchObject({
      revisionHistoryLimit: 10,
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 0 } },
    })
  })

  it('counts the changes of its template, and only those', () => {
    const stored = created(DaemonSet, { spec })
    const other = { ...template, spec: { containers: [{ name: 'main', image: 'registry.example/app:2' }] } }

    expect(stored.metadata.annotations).toEqual({ [GENERATION]: '1' })
    expect(updated(DaemonSet, stored, { spec: { ...spec, template: other } }).metadata.annotations).toEqual({
      [GENERATION]: '2',
    })
    expect(updated(DaemonSet, stored, { spec: { ...spec, minReadySeconds: 5 } }).metadata.annotations).toEqual({
      [GENERATION]: '1',
    })
  })

  it('begins with no pods', () => {
    expect(created(DaemonSet, { spec }).status).toEqual({
      currentNumberScheduled: 0,
      desiredNumberScheduled: 0,
      numberMisscheduled: 0,
      numberReady: 0,
    })
  })

  it.each([
    [
      {},
      [
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
        'spec.template.spec.containers: Required value',
      ],
    ],
    [
      { ...spec, updateStrategy: { type: 'X' } },
      [
        'spec.updateStrategy: Unsupported value: {"Type":"X","RollingUpdate":null}: supported values: "RollingUpdate", "OnDelete"',
      ],
    ],
    [
      { ...spec, updateStrategy: { rollingUpdate: { maxSurge: 1 } } },
      ['spec.updateStrategy.rollingUpdate.maxSurge: Invalid value: 1: may not be set when maxUnavailable is non-zero'],
    ],
    [
      { ...spec, updateStrategy: { rollingUpdate: { maxUnavailable: 0 } } },
      ['spec.updateStrategy.rollingUpdate.maxUnavailable: Required value: cannot be 0 when maxSurge is 0'],
    ],
    [{ ...spec, updateStrategy: { type: 'OnDelete' } }, []],
  ])('is checked: %j', (wanted, messages) => {
    expect(refusal(DaemonSet, { spec: wanted })).toEqual(messages)
  })

  it('keeps its selector', () => {
    const other = { matchExpressions: [{ key: 'app', operator: 'Exists' }] }

    expect(refusalOfUpdate(DaemonSet, { spec }, { spec: { ...spec, selector: other } })).toEqual([
      'spec.selector: Invalid value: {"matchExpressions":[{"key":"app","operator":"Exists"}]}: field is immutable',
    ])
  })

  it('shows its nodes', () => {
    const set = created(DaemonSet, { spec })
    set.status = { currentNumberScheduled: 2, desiredNumberScheduled: 3, numberMisscheduled: 0, numberReady: 1 }

    expect(DaemonSet.rules.cells?.(set, 0)).toEqual([
      'a',
      3,
      2,
      1,
      0,
      0,
      'disk=ssd',
      '<unknown>',
      'main',
      'registry.example/app:1',
      'app=a',
    ])
  })
})
