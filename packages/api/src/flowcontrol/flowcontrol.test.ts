import { describe, expect, it } from 'vitest'
import { created, defaulted, refusal, refusalOfUpdate } from '../test/objects.ts'
import { FlowSchema } from './flow-schema.ts'
import { PriorityLevelConfiguration } from './priority-level-configuration.ts'

const level = { priorityLevelConfiguration: { name: 'exempt' } }
const subjects = [{ kind: 'User', user: { name: 'u' } }]
const resourceRules = [{ verbs: ['get'], apiGroups: [''], resources: ['pods'], namespaces: ['*'] }]

describe('a FlowSchema', () => {
  it('is tried among the last unless told otherwise', () => {
    expect(defaulted(FlowSchema, { spec: level }).spec.matchingPrecedence).toBe(1000)
  })

  it.each([
    [{}, ['spec.priorityLevelConfiguration.name: Required value: must reference a priority level']],
    [
      { ...level, matchingPrecedence: 1 },
      [`spec.matchingPrecedence: Invalid value: 1: only the schema named 'exempt' may have matchingPrecedence 1`],
    ],
    [
      { ...level, matchingPrecedence: 20000, distinguisherMethod: { type: 'X' } },
      [
        'spec.matchingPrecedence: Invalid value: 20000: must not be greater than 10000',
        'spec.distinguisherMethod.type: Unsupported value: {"type":"X"}: supported values: "ByNamespace", "ByUser"',
      ],
    ],
    [
      { ...level, rules: [{}] },
      [
        'spec.rules[0].subjects: Required value: subjects must contain at least one value',
        'spec.rules[0]: Required value: at least one of resourceRules and nonResourceRules has to be non-empty',
      ],
    ],
    [
      { ...level, rules: [{ subjects: [{ kind: 'User', group: { name: 'g' } }, { kind: 'X' }], resourceRules }] },
      [
        `spec.rules[0].subjects[0].user: Required value: user is required when subject kind is 'User'`,
        `spec.rules[0].subjects[0].group: Forbidden: group is forbidden when subject kind is not 'Group'`,
        'spec.rules[0].subjects[1].kind: Unsupported value: "X": supported values: "Group", "ServiceAccount", "User"',
      ],
    ],
    [
      {
        ...level,
        rules: [
          { subjects, resourceRules: [{ verbs: ['fly'], apiGroups: ['*', 'a'], resources: [], namespaces: ['a.b'] }] },
        ],
      },
      [
        'spec.rules[0].resourceRules[0].verbs: Unsupported value: ["fly"]: supported values: "create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"',
        `spec.rules[0].resourceRules[0].apiGroups: Invalid value: ["*","a"]: if '*' is present, must not specify other api groups`,
        'spec.rules[0].resourceRules[0].resources: Required value: resource rules must supply at least one resource',
        `spec.rules[0].resourceRules[0].namespaces[0]: Invalid value: "a.b": each member of this list must be '*' or a DNS-1123 label; must not contain dots`,
      ],
    ],
    [
      {
        ...level,
        rules: [
          { subjects, nonResourceRules: [{ verbs: ['*'], nonResourceURLs: ['x', '/a//b', '/a*', '/healthz/*'] }] },
        ],
      },
      [
        'spec.rules[0].nonResourceRules[0].nonResourceURLs[0]: Invalid value: "x": must start with slash',
        'spec.rules[0].nonResourceRules[0].nonResourceURLs[1]: Invalid value: "/a//b": must not contain double slash',
        'spec.rules[0].nonResourceRules[0].nonResourceURLs[2]: Invalid value: "/a*": wildcard can only do suffix matching',
      ],
    ],
    [{ ...level, rules: [{ subjects, resourceRules }] }, []],
  ])('is checked: %j', (spec, messages) => {
    expect(refusal(FlowSchema, { spec })).toEqual(messages)
  })

  it('has each condition once', () => {
    const status = { conditions: [{ type: 'Dangling' }, { type: 'Dangling' }] }

    expect(refusalOfUpdate(FlowSchema, { spec: level }, { spec: level, status }, 'status')).toEqual([
      'status.conditions[1].type: Duplicate value: "Dangling"',
    ])
  })

  it('shows where requests go', () => {
    expect(FlowSchema.rules.cells?.(created(FlowSchema, { spec: level }), 0)).toEqual([
      'a',
      'exempt',
      1000,
      '<none>',
      '<unknown>',
      '?',
    ])
  })
})

describe('a PriorityLevelConfiguration', () => {
  const limited = { limitResponse: { type: 'Queue', queuing: {} } }

  it('has 30 shares and 64 queues unless told otherwise', () => {
    expect(defaulted(PriorityLevelConfiguration, { spec: { type: 'Limited', limited } }).spec.limited).toEqual({
      nominalConcurrencyShares: 30,
      lendablePercent: 0,
      limitResponse: { type: 'Queue', queuing: { handSize: 8, queues: 64, queueLengthLimit: 50 } },
    })
  })

  it.each([
    ['a', {}, ['spec.type: Required value']],
    [
      'a',
      { type: 'Exempt' },
      ["spec.type: Invalid value: \"Exempt\": must be 'Exempt' if and only if `name` is 'exempt'"],
    ],
    [
      'exempt',
      { type: 'Exempt', exempt: { lendablePercent: 200 } },
      ['spec.exempt.lendablePercent: Invalid value: 200: must be between 0 and 100, inclusive'],
    ],
    ['a', { type: 'X' }, ['spec.type: Unsupported value: "X": supported values: "Exempt", "Limited"']],
    ['a', { type: 'Limited' }, ['spec.limited: Required value']],
    [
      'a',
      { type: 'Limited', limited: { limitResponse: { type: 'Queue' }, nominalConcurrencyShares: -1 } },
      [
        'spec.limited.nominalConcurrencyShares: Invalid value: -1: must be a non-negative integer',
        'spec.limited.limitResponse.queuing: Required value',
      ],
    ],
    [
      'a',
      {
        type: 'Limited',
        limited: { limitResponse: { type: 'Queue', queuing: { queues: 4, handSize: 5, queueLengthLimit: -1 } } },
      },
      [
        'spec.limited.limitResponse.queuing.queueLengthLimit: Invalid value: -1: must be positive',
        'spec.limited.limitResponse.queuing.handSize: Invalid value: 5: should not be greater than queues (4)',
      ],
    ],
    [
      'a',
      { type: 'Limited', limited: { limitResponse: { type: 'Queue', queuing: { queues: 1000, handSize: 10 } } } },
      [
        'spec.limited.limitResponse.queuing.handSize: Invalid value: 10: required entropy bits of deckSize 1000 and handSize 10 should not be greater than 60',
      ],
    ],
    ['a', { type: 'Limited', limited }, []],
  ])('%s is checked: %j', (name, spec, messages) => {
    expect(refusal(PriorityLevelConfiguration, { metadata: { name }, spec })).toEqual(messages)
  })

  it('shows its limits', () => {
    const configuration = created(PriorityLevelConfiguration, { spec: { type: 'Limited', limited } })

    expect(PriorityLevelConfiguration.rules.cells?.(configuration, 0)).toEqual([
      'a',
      'Limited',
      30,
      64,
      8,
      50,
      '<unknown>',
    ])
  })
})
