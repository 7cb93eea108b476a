import { describe, expect, it } from 'vitest'
import { created, defaulted, refusal, refusalOfUpdate, updated } from '../test/objects.ts'
import { Deployment } from './deployment.ts'

const template = {
  metadata: { labels: { app: 'a' } },
  spec: { containers: [{ name: 'main', image: 'registry.example/app:1' }] },
}
const spec = { selector: { matchLabels: { app: 'a' } }, template }

describe('a Deployment', () => {
  it('runs one pod and replaces it gradually unless told otherwise', () => {
    const { spec: filled } = defaulted(Deployment, { spec })

    expect(filled).toMatchObject({
      replicas: 1,
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
      strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25%', maxUnavailable: '25%' } },
    })
    expect(filled.template.spec?.restartPolicy).toBe('Always')
  })

  it('has no limits of a rolling update when it recreates its pods', () => {
    expect(defaulted(Deployment, { spec: { ...spec, strategy: { type: 'Recreate' } } }).spec.strategy).toEqual({
      type: 'Recreate',
    })
  })

  it('begins with an empty status, whatever the client says', () => {
    expect(created(Deployment, { spec, status: { replicas: 3 } }).status).toEqual({})
  })

  it('keeps its spec and labels when its status is written', () => {
    const stored = created(Deployment, { metadata: { name: 'a', labels: { tier: 'web' } }, spec })

    const after = updated(
      Deployment,
      stored,
      { metadata: { labels: { tier: 'other' } }, spec: { ...spec, replicas: 9 }, status: { replicas: 1 } },
      'status',
    )

    expect(after.spec.replicas).toBe(1)
    expect(after.metadata.labels).toEqual({ tier: 'web' })
    expect(after.status).toEqual({ replicas: 1 })
  })

  it.each([
    [
      'nothing',
      {},
      [
        'spec.selector: Required value',
        'spec.template.metadata.labels: Invalid value: null: `selector` does not match template `labels`',
        'spec.template.spec.containers: Required value',
      ],
    ],
    [
      'another label',
      { ...spec, selector: { matchLabels: { app: 'b' } } },
      ['spec.template.metadata.labels: Invalid value: {"app":"a"}: `selector` does not match template `labels`'],
    ],
    [
      'an empty selector',
      { ...spec, selector: {} },
      ['spec.selector: Invalid value: {}: empty selector is invalid for deployment'],
    ],
    [
      'an unknown operator',
      { ...spec, selector: { matchExpressions: [{ key: 'a', operator: 'X' }] } },
      [
        'spec.selector.matchExpressions[0].operator: Invalid value: "X": not a valid selector operator',
        'spec.selector: Invalid value: {"matchExpressions":[{"key":"a","operator":"X"}]}: invalid label selector',
      ],
    ],
    [
      'negative replicas',
      { ...spec, replicas: -1 },
      ['spec.replicas: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      'an unknown strategy',
      { ...spec, strategy: { type: 'X', rollingUpdate: { maxSurge: 1 } } },
      [
        'spec.strategy: Unsupported value: {"Type":"X","RollingUpdate":{"MaxUnavailable":0,"MaxSurge":1}}: supported values: "Recreate", "RollingUpdate"',
      ],
    ],
    [
      'limits for Recreate',
      { ...spec, strategy: { type: 'Recreate', rollingUpdate: {} } },
      ["spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'"],
    ],
    [
      'no room to move',
      { ...spec, strategy: { rollingUpdate: { maxSurge: '0%', maxUnavailable: 0 } } },
      ['spec.strategy.rollingUpdate.maxUnavailable: Invalid value: 0: may not be 0 when `maxSurge` is 0'],
    ],
    [
      'more than all unavailable',
      { ...spec, strategy: { rollingUpdate: { maxUnavailable: '101%' } } },
      ['spec.strategy.rollingUpdate.maxUnavailable: Invalid value: "101%": must not be greater than 100%'],
    ],
    [
      'pods that end',
      { ...spec, template: { ...template, spec: { ...template.spec, restartPolicy: 'Never' } } },
      ['spec.template.spec.restartPolicy: Unsupported value: "Never": supported values: "Always"'],
    ],
    [
      'a deadline before pods can be available',
      { ...spec, minReadySeconds: 60, progressDeadlineSeconds: 60 },
      ['spec.progressDeadlineSeconds: Invalid value: 60: must be greater than minReadySeconds'],
    ],
  ])('is refused with %s', (_what, wanted, messages) => {
    expect(refusal(Deployment, { spec: wanted })).toEqual(messages)
  })

  it('is accepted with a selector that fits', () => {
    expect(refusal(Deployment, { spec })).toEqual([])
  })

  it('keeps its selector', () => {
    const more = { matchLabels: { app: 'a', more: 'x' } }
    const after = { ...spec, selector: more, template: { ...template, metadata: { labels: more.matchLabels } } }

    expect(refusalOfUpdate(Deployment, { spec }, { spec: after })).toEqual([
      'spec.selector: Invalid value: {"matchLabels":{"app":"a","more":"x"}}: field is immutable',
    ])
  })

  it.each([
    [
      { unavailableReplicas: -1 },
      ['status.unavailableReplicas: Invalid value: -1: must be greater than or equal to 0'],
    ],
    [
      { replicas: 1, readyReplicas: 2 },
      ['status.readyReplicas: Invalid value: 2: cannot be greater than status.replicas'],
    ],
    [
      { replicas: 2, readyReplicas: 1, availableReplicas: 2 },
      ['status.availableReplicas: Invalid value: 2: cannot be greater than readyReplicas'],
    ],
    [{ replicas: 2, readyReplicas: 2, availableReplicas: 2 }, []],
  ])('checks the counts of a status: %j', (status, messages) => {
    expect(refusalOfUpdate(Deployment, { spec }, { spec, status }, 'status')).toEqual(messages)
  })

  it('counts a change of annotations as a change, but not one of labels', () => {
    const stored = created(Deployment, { spec })
    const annotated = updated(Deployment, stored, { metadata: { annotations: { a: 'b' } }, spec })
    const labelled = updated(Deployment, stored, { metadata: { labels: { a: 'b' } }, spec })

    expect(Deployment.rules.raisesGeneration?.(annotated, stored)).toBe(true)
    expect(Deployment.rules.raisesGeneration?.(labelled, stored)).toBe(false)
  })

  it('warns of a name that cannot be a host name', () => {
    expect(Deployment.rules.warnings?.(created(Deployment, { metadata: { name: 'a.b' }, spec }))).toEqual([
      'metadata.name: this is used in Pod names and hostnames, which can result in surprising behavior; a DNS label is recommended: [must not contain dots]',
    ])
  })

  it('shows how far it is', () => {
    const deployment = created(Deployment, {
      metadata: { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z' },
      spec: { ...spec, replicas: 3 },
    })
    deployment.status = { replicas: 3, readyReplicas: 2, updatedReplicas: 3, availableReplicas: 1 }

    const cells = Deployment.rules.cells?.(deployment, Date.parse('2026-01-01T00:01:00Z'))

    expect(Deployment.columns.map(({ name }) => name)).toEqual([
      'Name',
      'Ready',
      'Up-to-date',
      'Available',
      'Age',
      'Containers',
      'Images',
      'Selector',
    ])
    expect(cells).toEqual(['a', '2/3', 3, 1, '60s', 'main', 'registry.example/app:1', 'app=a'])
  })
})
