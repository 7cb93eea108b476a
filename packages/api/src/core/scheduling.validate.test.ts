import { describe, expect, it } from 'vitest'
import { printed } from '../test/printed.ts'
import type { PodSpec } from './pod-spec.ts'
import type { Affinity, Toleration, TopologySpreadConstraint } from './scheduling.ts'
import { validateAffinity, validateSpread } from './scheduling.validate.ts'
import { addDefaultTolerations, validateTolerations } from './toleration.ts'

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution'

describe('validateAffinity', () => {
  it.each<[string, Affinity, string[]]>([
    [
      'a choice of nodes without terms',
      { nodeAffinity: { [REQUIRED]: { nodeSelectorTerms: [] } } },
      [`a.nodeAffinity.${REQUIRED}.nodeSelectorTerms: Required value: must have at least one node selector term`],
    ],
    [
      'a comparison with two values',
      {
        nodeAffinity: {
          [REQUIRED]: { nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator: 'Gt', values: ['1', '2'] }] }] },
        },
      },
      [
        `a.nodeAffinity.${REQUIRED}.nodeSelectorTerms[0].matchExpressions[0].values: Required value: must be specified single value when \`operator\` is 'Lt' or 'Gt'`,
      ],
    ],
    [
      'a field other than the name',
      {
        nodeAffinity: {
          [REQUIRED]: { nodeSelectorTerms: [{ matchFields: [{ key: 'spec.x', operator: 'In', values: ['a'] }] }] },
        },
      },
      [
        `a.nodeAffinity.${REQUIRED}.nodeSelectorTerms[0].matchFields[0].key: Invalid value: "spec.x": not a valid field selector key`,
      ],
    ],
    [
      'a wish without weight',
      { podAffinity: { [PREFERRED]: [{ weight: 0, podAffinityTerm: { topologyKey: 'zone' } }] } },
      [`a.podAffinity.${PREFERRED}[0].weight: Invalid value: 0: must be in the range 1-100`],
    ],
    [
      'neighbours without a topology',
      { podAntiAffinity: { [REQUIRED]: [{ topologyKey: '' }] } },
      [
        `a.podAntiAffinity.${REQUIRED}[0].topologyKey: Required value: can not be empty`,
        `a.podAntiAffinity.${REQUIRED}[0].topologyKey: Invalid value: "": name part must be non-empty`,
        expect.stringContaining('name part must consist of'),
      ],
    ],
    [
      'label keys without a selector',
      { podAffinity: { [REQUIRED]: [{ topologyKey: 'zone', matchLabelKeys: ['a'] }] } },
      [`a.podAffinity.${REQUIRED}[0].matchLabelKeys: Forbidden: must not be specified when labelSelector is not set`],
    ],
  ])('refuses %s', (_what, affinity, errors) => {
    expect(printed(validateAffinity(affinity, 'a'))).toEqual(errors)
  })

  it('lets a wish about nodes name values that no label can have', () => {
    const preference = { matchExpressions: [{ key: 'k', operator: 'In', values: ['not a label value'] }] }

    expect(validateAffinity({ nodeAffinity: { [PREFERRED]: [{ weight: 1, preference }] } }, 'a')).toEqual([])
  })
})

describe('validateSpread', () => {
  const constraint: TopologySpreadConstraint = { maxSkew: 1, topologyKey: 'zone', whenUnsatisfiable: 'DoNotSchedule' }

  it.each<[string, TopologySpreadConstraint[], string]>([
    ['no skew', [{ ...constraint, maxSkew: 0 }], 's[0].maxSkew: Invalid value: 0: must be greater than zero'],
    [
      'an unknown action',
      [{ ...constraint, whenUnsatisfiable: 'X' }],
      's[0].whenUnsatisfiable: Unsupported value: "X": supported values: "DoNotSchedule", "ScheduleAnyway"',
    ],
    [
      'a constraint twice',
      [constraint, constraint],
      's[0].{topologyKey, whenUnsatisfiable}: Duplicate value: "{zone, DoNotSchedule}"',
    ],
    [
      'domains with best effort',
      [{ ...constraint, whenUnsatisfiable: 'ScheduleAnyway', minDomains: 2 }],
      's[0].minDomains: Invalid value: 2: can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway',
    ],
  ])('refuses %s', (_what, constraints, error) => {
    expect(printed(validateSpread(constraints, 's'))).toEqual([error])
  })
})

describe('validateTolerations', () => {
  it.each<[string, Toleration, string]>([
    [
      'equality without a key',
      { operator: 'Equal' },
      't[0].operator: Invalid value: "Equal": operator must be Exists when `key` is empty, which means "match all values and all keys"',
    ],
    [
      'existence with a value',
      { key: 'k', operator: 'Exists', value: 'v' },
      `t[0].operator: Invalid value: "v": value must be empty when \`operator\` is 'Exists'`,
    ],
    [
      'seconds without eviction',
      { key: 'k', operator: 'Exists', effect: 'NoSchedule', tolerationSeconds: 1 },
      't[0].effect: Invalid value: "NoSchedule": effect must be \'NoExecute\' when `tolerationSeconds` is set',
    ],
    [
      'an unknown operator',
      { key: 'k', operator: 'X' },
      't[0].operator: Unsupported value: "X": supported values: "Equal", "Exists"',
    ],
    [
      'an unknown effect',
      { key: 'k', operator: 'Exists', effect: 'X' },
      't[0].effect: Unsupported value: "X": supported values: "NoSchedule", "PreferNoSchedule", "NoExecute"',
    ],
    [
      'a comparison with a word',
      { key: 'k', operator: 'Gt', value: 'x' },
      't[0].value: Invalid value: "x": must be a valid decimal integer in canonical form',
    ],
  ])('refuses %s', (_what, toleration, error) => {
    expect(printed(validateTolerations([toleration], 't'))).toEqual([error])
  })
})

describe('addDefaultTolerations', () => {
  it('adds only what the pod has not said itself', () => {
    const spec: PodSpec = {
      containers: [],
      tolerations: [
        { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 },
      ],
    }

    addDefaultTolerations(spec)

    expect(spec.tolerations).toEqual([
      { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 },
      { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
    ])
  })

  it('adds nothing to a pod that tolerates everything', () => {
    const spec: PodSpec = { containers: [], tolerations: [{ operator: 'Exists' }] }

    addDefaultTolerations(spec)

    expect(spec.tolerations).toHaveLength(1)
  })
})
