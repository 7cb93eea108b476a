import { describe, expect, it } from 'vitest'
import { created, defaulted, refusal, refusalOfUpdate, updated } from '../test/objects.ts'
import { Job } from './job.ts'

const pod = { containers: [{ name: 'main', image: 'registry.example/app:1' }], restartPolicy: 'Never' }
const metadata = { name: 'a', uid: 'u-1' }
const spec = { template: { spec: pod } }
const job = (more: object = {}) => ({ metadata, spec: { ...spec, ...more } })

describe('a Job', () => {
  it('runs one pod to its end, with six retries', () => {
    expect(defaulted(Job, job()).spec).toMatchObject({
      completions: 1,
      parallelism: 1,
      backoffLimit: 6,
      completionMode: 'NonIndexed',
      suspend: false,
      manualSelector: false,
      podReplacementPolicy: 'TerminatingOrFailed',
    })
  })

  it('has no number of completions when it only says how many run at a time', () => {
    expect(defaulted(Job, job({ parallelism: 3 })).spec.completions).toBeUndefined()
  })

  it('does not give up as a whole when it has a limit per index', () => {
    const { spec: filled } = defaulted(Job, job({ completionMode: 'Indexed', completions: 2, backoffLimitPerIndex: 1 }))

    expect(filled.backoffLimit).toBe(2147483647)
  })

  it('finds its pods by labels that are made for it', () => {
    const labels = {
      'batch.kubernetes.io/controller-uid': 'u-1',
      'batch.kubernetes.io/job-name': 'a',
      'controller-uid': 'u-1',
      'job-name': 'a',
    }

    const stored = created(Job, job())

    expect(stored.spec.template.metadata?.labels).toEqual(labels)
    expect(stored.metadata.labels).toEqual(labels)
    expect(stored.spec.selector).toEqual({ matchLabels: { 'batch.kubernetes.io/controller-uid': 'u-1' } })
    expect(stored.status).toEqual({})
  })

  it('keeps labels of its own apart from those of its pods', () => {
    const stored = created(Job, { metadata: { ...metadata, labels: { team: 'x' } }, spec })

    expect(stored.metadata.labels).toEqual({ team: 'x' })
  })

  it('may choose its selector', () => {
    const template = { metadata: { labels: { app: 'a' } }, spec: pod }
    const own = { manualSelector: true, selector: { matchLabels: { app: 'a' } }, template }

    expect(refusal(Job, job(own))).toEqual([])
    expect(created(Job, job(own)).spec.template.metadata?.labels).toEqual({ app: 'a' })
    expect(refusal(Job, job({ ...own, manualSelector: false }))).toEqual([
      'spec.selector: Invalid value: {"matchLabels":{"app":"a","batch.kubernetes.io/controller-uid":"u-1"}}: `selector` not auto-generated',
    ])
  })

  it.each([
    [
      { template: {} },
      [
        'spec.template.spec.containers: Required value',
        'spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
      ],
    ],
    [
      { completions: -1, parallelism: -1, backoffLimit: -1 },
      [
        'spec.parallelism: Invalid value: -1: must be greater than or equal to 0',
        'spec.completions: Invalid value: -1: must be greater than or equal to 0',
        'spec.backoffLimit: Invalid value: -1: must be greater than or equal to 0',
      ],
    ],
    [
      { completionMode: 'X' },
      ['spec.completionMode: Unsupported value: "X": supported values: "NonIndexed", "Indexed"'],
    ],
    [
      { completionMode: 'Indexed', parallelism: 200000 },
      [
        'spec.completions: Required value: when completion mode is Indexed',
        'spec.parallelism: Invalid value: 200000: must be less than or equal to 100000 when completion mode is Indexed',
      ],
    ],
    [
      { maxFailedIndexes: 1 },
      [
        'spec.backoffLimitPerIndex: Required value: when maxFailedIndexes is specified',
        'spec.maxFailedIndexes: Invalid value: 1: requires indexed completion mode',
      ],
    ],
    [
      { managedBy: 'nobody' },
      ['spec.managedBy: Invalid value: "nobody": must be a domain-prefixed path (such as "acme.io/foo")'],
    ],
    [
      { podReplacementPolicy: 'X' },
      ['spec.podReplacementPolicy: Unsupported value: "X": supported values: "Failed", "TerminatingOrFailed"'],
    ],
    [
      { successPolicy: { rules: [] } },
      ['spec.successPolicy: Invalid value: {"rules":[]}: requires indexed completion mode'],
    ],
    [
      { completionMode: 'Indexed', completions: 3, successPolicy: { rules: [{ succeededIndexes: '0,5' }] } },
      [
        'spec.successPolicy.rules[0].succeededIndexes: Invalid value: "0,5": error parsing succeededIndexes: too large index: "5"',
      ],
    ],
    [
      {
        completionMode: 'Indexed',
        completions: 3,
        successPolicy: { rules: [{ succeededIndexes: '0-1', succeededCount: 3 }] },
      },
      [
        'spec.successPolicy.rules[0].succeededCount: Invalid value: 3: must be less than or equal to 2 (the number of indexes in the specified succeededIndexes field)',
      ],
    ],
  ])('is refused with %j', (wanted, messages) => {
    expect(refusal(Job, job(wanted))).toEqual(messages)
  })

  it.each([
    [
      { action: 'X', onExitCodes: { operator: 'In', values: [1] } },
      ['rules[0].action: Unsupported value: "X": supported values: "Count", "FailIndex", "FailJob", "Ignore"'],
    ],
    [
      { action: '', onExitCodes: { operator: 'X', values: [] } },
      [
        'rules[0].action: Required value: valid values: ["Count" "FailIndex" "FailJob" "Ignore"]',
        'rules[0].onExitCodes.operator: Unsupported value: "X": supported values: "In", "NotIn"',
        'rules[0].onExitCodes.values: Invalid value: []: at least one value is required',
      ],
    ],
    [
      { action: 'FailIndex', onPodConditions: [{ type: 'DisruptionTarget' }] },
      ['rules[0].action: Invalid value: "FailIndex": requires the backoffLimitPerIndex to be set'],
    ],
    [
      { action: 'Count', onExitCodes: { operator: 'In', values: [3, 0, 3], containerName: 'other' } },
      [
        'rules[0].onExitCodes.containerName: Invalid value: "other": must be one of the container or initContainer names in the pod template',
        'rules[0].onExitCodes.values[1]: Invalid value: 0: must not be 0 for the In operator',
        'rules[0].onExitCodes.values[2]: Duplicate value: 3',
        'rules[0].onExitCodes.values: Invalid value: [3,0,3]: must be ordered',
      ],
    ],
    [{ action: 'Ignore' }, ['rules[0]: Invalid value: specifying one of OnExitCodes and OnPodConditions is required']],
    [{ action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget' }] }, []],
  ])('has its failure policy checked: %j', (rule, messages) => {
    expect(refusal(Job, job({ podFailurePolicy: { rules: [rule] } }))).toEqual(
      messages.map((message) => `spec.podFailurePolicy.${message}`),
    )
  })

  it('has a name that leaves room for the indexes of its pods', () => {
    const name = 'n'.repeat(62)

    expect(
      refusal(Job, { metadata: { name, uid: 'u' }, spec: { ...spec, completionMode: 'Indexed', completions: 1 } }),
    ).toEqual([
      `metadata.name: Invalid value: "${name}": will not able to create pod with invalid DNS label: ${name}-0`,
    ])
  })

  it('can be scaled as a whole when it is indexed', () => {
    const indexed = { ...spec, completionMode: 'Indexed', completions: 2, parallelism: 2 }
    const stored = created(Job, { metadata, spec: indexed })
    const scaled = (completions: number, parallelism: number) => {
      const object = structuredClone(stored)
      Object.assign(object.spec, { completions, parallelism })
      return Job.rules.validateUpdate?.(object, stored, { subresource: '' })
    }

    expect(scaled(3, 3)).toEqual([])
    expect(scaled(3, 2)).toEqual([
      {
        type: 'Invalid',
        field: 'spec.completions',
        message: 'Invalid value: 3: can only be modified in tandem with spec.parallelism',
      },
    ])
  })

  it('keeps its template while it runs, but may move while it is suspended', () => {
    const moved = (suspend: boolean) => {
      const stored = created(Job, job({ suspend }))
      const object = structuredClone(stored)
      object.spec.template.spec = { ...object.spec.template.spec!, nodeSelector: { disk: 'ssd' } }
      return Job.rules.validateUpdate?.(object, stored, { subresource: '' })?.map(({ field }) => field)
    }

    expect(moved(false)).toEqual(['spec.template'])
    expect(moved(true)).toEqual([])
  })

  it('does not change its image while it is suspended', () => {
    const stored = created(Job, job({ suspend: true }))
    const object = structuredClone(stored)
    object.spec.template.spec!.containers[0]!.image = 'registry.example/app:2'

    expect(Job.rules.validateUpdate?.(object, stored, { subresource: '' })?.map(({ field }) => field)).toEqual([
      'spec.template.spec',
    ])
  })

  it('keeps its status when its spec is written', () => {
    const stored = created(Job, job())
    expect(updated(Job, stored, { ...job({ suspend: true }), status: { active: 4 } }).spec.suspend).toBe(true)
    expect(refusalOfUpdate(Job, job(), job({ completions: 5 }))).toContain(
      'spec.completions: Invalid value: 5: field is immutable',
    )
  })

  it.each([
    [{}, {}, ['a', 'Running', '0/1', '']],
    [{ completions: 4 }, { succeeded: 2, startTime: '2026-01-01T00:00:00Z' }, ['a', 'Running', '2/4', '60s']],
    [{ parallelism: 3 }, { conditions: [{ type: 'Suspended', status: 'True' }] }, ['a', 'Suspended', '0/1 of 3', '']],
    [
      {},
      {
        succeeded: 1,
        startTime: '2026-01-01T00:00:00Z',
        completionTime: '2026-01-01T00:00:05Z',
        conditions: [{ type: 'Complete', status: 'True' }],
      },
      ['a', 'Complete', '1/1', '5s'],
    ],
  ])('shows its state: %j %j', (wanted, status, cells) => {
    const shown = created(Job, job(wanted))
    shown.status = status

    expect(Job.rules.cells?.(shown, Date.parse('2026-01-01T00:01:00Z')).slice(0, 4)).toEqual(cells)
  })
})
