import { describe, expect, it } from 'vitest'
import { printed } from '../test/printed.ts'
import { limitRangeRules } from './limit-range.rules.ts'
import type { LimitRange, LimitRangeItem } from './limit-range.ts'
import { resourceQuotaRules, resourceQuotaTable } from './resource-quota.rules.ts'
import type { ResourceQuota, ResourceQuotaSpec } from './resource-quota.ts'

function aRange(...limits: LimitRangeItem[]): LimitRange {
  const range: LimitRange = {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'a' },
    spec: { limits: structuredClone(limits) },
  }
  limitRangeRules.defaults?.(range)
  return range
}

describe('a limit range', () => {
  it('makes the most of a container its limit, and its limit its request', () => {
    expect(aRange({ type: 'Container', max: { cpu: '2' }, min: { memory: '1Mi' } }).spec?.limits).toEqual([
      {
        type: 'Container',
        max: { cpu: '2' },
        min: { memory: '1Mi' },
        default: { cpu: '2' },
        defaultRequest: { cpu: '2', memory: '1Mi' },
      },
    ])
  })

  it('shows no limits as null, whether the list is absent or empty', () => {
    const absent: LimitRange = { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'a' } }
    const empty = aRange()

    limitRangeRules.defaults?.(absent)
    limitRangeRules.prepareForCreate?.(empty)

    expect(absent.spec).toEqual({ limits: null })
    expect(empty.spec).toEqual({ limits: null })
  })

  it.each<[string, LimitRangeItem[], string[]]>([
    [
      'a least above the most',
      [{ type: 'Container', max: { cpu: '1' }, min: { cpu: '2' } }],
      [
        'spec.limits[0].min[cpu]: Invalid value: "2": min value 2 is greater than max value 1',
        'spec.limits[0].defaultRequest[cpu]: Invalid value: "1": min value 2 is greater than default request value 1',
        'spec.limits[0].default[cpu]: Invalid value: "2": min value 2 is greater than default value 1',
      ],
    ],
    [
      'a default above the most',
      [{ type: 'Container', default: { cpu: '3' }, max: { cpu: '1' } }],
      [
        'spec.limits[0].defaultRequest[cpu]: Invalid value: "3": default request value 3 is greater than max value 1',
        'spec.limits[0].default[cpu]: Invalid value: "1": default value 3 is greater than max value 1',
      ],
    ],
    [
      'an unknown type',
      [{ type: 'X' }],
      ['spec.limits[0].type: Invalid value: "X": must be a standard limit type or fully qualified'],
    ],
    ['a type twice', [{ type: 'Pod' }, { type: 'Pod' }], ['spec.limits[1].type: Duplicate value: "Pod"']],
    [
      'defaults of pods',
      [{ type: 'Pod', default: { cpu: '1' } }],
      ["spec.limits[0].default: Forbidden: may not be specified when `type` is 'Pod'"],
    ],
    [
      'claims without bounds',
      [{ type: 'PersistentVolumeClaim' }],
      [
        'spec.limits[0].limits: Required value: either minimum or maximum storage value is required, but neither was provided',
      ],
    ],
    [
      'a ratio that cannot be',
      [{ type: 'Pod', max: { cpu: '2' }, min: { cpu: '1' }, maxLimitRequestRatio: { cpu: '4' } }],
      ['spec.limits[0].maxLimitRequestRatio[cpu]: Invalid value: "4": ratio 4 is greater than max/min = 2.000000'],
    ],
  ])('refuses %s', (_what, limits, errors) => {
    expect(printed(limitRangeRules.validate?.(aRange(...limits)) ?? [])).toEqual(errors)
  })
})

const aQuota = (spec: ResourceQuotaSpec, more: Partial<ResourceQuota> = {}): ResourceQuota => ({
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  metadata: { name: 'a' },
  spec,
  ...more,
})

describe('a quota', () => {
  it.each<[string, ResourceQuotaSpec, string[]]>([
    [
      'a resource that nobody knows',
      { hard: { 'bad thing': '1' } },
      [
        expect.stringContaining('spec.hard[bad thing]: Invalid value: "bad thing": name part must consist of'),
        'spec.hard[bad thing]: Invalid value: "bad thing": must be a standard resource for quota',
      ],
    ],
    [
      'less than nothing',
      { hard: { pods: '-1' } },
      ['spec.hard[pods]: Invalid value: "-1": must be greater than or equal to 0'],
    ],
    ['half a pod', { hard: { pods: '500m' } }, ['spec.hard[pods]: Invalid value: "500m": must be an integer']],
    [
      'an unknown scope',
      { hard: { cpu: '1' }, scopes: ['X'] },
      ['spec.scopes: Invalid value: ["X"]: unsupported scope'],
    ],
    [
      'a scope for other resources',
      { hard: { cpu: '1' }, scopes: ['BestEffort'] },
      ['spec.scopes: Invalid value: ["BestEffort"]: unsupported scope applied to resource'],
    ],
    [
      'scopes that contradict each other',
      { scopes: ['Terminating', 'NotTerminating'] },
      ['spec.scopes: Invalid value: ["Terminating","NotTerminating"]: conflicting scopes'],
    ],
    [
      'a selector without values',
      { scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'In' }] } },
      [
        "spec.scopeSelector.matchExpressions.values: Required value: must be at least one value when `operator` is 'In' or 'NotIn' for scope selector",
      ],
    ],
  ])('refuses %s', (_what, spec, errors) => {
    expect(printed(resourceQuotaRules.validate?.(aQuota(spec)) ?? [])).toEqual(errors)
  })

  it('bounds objects of any kind and devices', () => {
    const hard = { 'count/widgets.example.com': '5', 'requests.example.com/gpu': '1', 'requests.cpu': '1' }

    expect(resourceQuotaRules.validate?.(aQuota({ hard }))).toEqual([])
  })

  it('keeps its scopes', () => {
    const stored = aQuota({ scopes: ['BestEffort'] })

    expect(printed(resourceQuotaRules.validateUpdate?.(aQuota({}), stored, { subresource: '' }) ?? [])).toEqual([
      'spec.scopes: Invalid value: []: field is immutable',
    ])
  })

  it('shows what is used of what there is', () => {
    const status = { hard: { pods: '10', 'limits.cpu': '4', 'requests.cpu': '2' }, used: { pods: '3' } }

    expect(resourceQuotaTable.cells(aQuota({}, { status }), 0).slice(1, 3)).toEqual([
      'pods: 3/10, requests.cpu: 0/2',
      'limits.cpu: 0/4',
    ])
  })
})
