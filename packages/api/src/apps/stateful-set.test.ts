import { describe, expect, it } from 'vitest'
import { created, defaulted, refusal, refusalOfUpdate } from '../test/objects.ts'
import { StatefulSet } from './stateful-set.ts'

const template = {
  metadata: { labels: { app: 'a' } },
  spec: { containers: [{ name: 'main', image: 'registry.example/app:1' }] },
}
const spec = { selector: { matchLabels: { app: 'a' } }, serviceName: 's', template }
const claim = {
  metadata: { name: 'data' },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
}

describe('a StatefulSet', () => {
  it('starts its pods in order, updates them one by one and keeps their claims', () => {
    expect(defaulted(StatefulSet, { spec }).spec).toMatchObject({
      replicas: 1,
      revisionHistoryLimit: 10,
      podManagementPolicy: 'OrderedReady',
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { partition: 0, maxUnavailable: 1 } },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: 'Retain', whenScaled: 'Retain' },
    })
  })

  it('leaves a chosen RollingUpdate without details alone', () => {
    const { updateStrategy } = defaulted(StatefulSet, {
      spec: { ...spec, updateStrategy: { type: 'RollingUpdate' } },
    }).spec

    expect(updateStrategy).toEqual({ type: 'RollingUpdate' })
  })

  it('completes its claims', () => {
    expect(
      defaulted(StatefulSet, { spec: { ...spec, volumeClaimTemplates: [claim] } }).spec.volumeClaimTemplates,
    ).toEqual([
      {
        apiVersion: 'v1',
        kind: 'PersistentVolumeClaim',
        metadata: { name: 'data' },
        spec: { ...claim.spec, volumeMode: 'Filesystem' },
        status: { phase: 'Pending' },
      },
    ])
  })

  it('begins with no pods', () => {
    expect(created(StatefulSet, { spec, status: { replicas: 3 } }).status).toEqual({
      replicas: 0,
      availableReplicas: 0,
    })
  })

  it('may mount what it claims', () => {
    const container = { ...template.spec.containers[0], volumeMounts: [{ name: 'data', mountPath: '/data' }] }
    const mounting = { ...template, spec: { containers: [container] } }

    expect(refusal(StatefulSet, { spec: { ...spec, template: mounting, volumeClaimTemplates: [claim] } })).toEqual([])
    expect(refusal(StatefulSet, { spec: { ...spec, template: mounting } })).toEqual([
      'spec.template.spec.containers[0].volumeMounts[0].name: Not found: "data"',
    ])
  })

  it.each([
    [
      { podManagementPolicy: 'X', updateStrategy: { type: 'X' } },
      [
        `spec.podManagementPolicy: Invalid value: "X": must be 'OrderedReady' or 'Parallel'`,
        `spec.updateStrategy: Invalid value: {"Type":"X","RollingUpdate":null}: must be 'RollingUpdate' or 'OnDelete'`,
      ],
    ],
    [
      { updateStrategy: { type: 'OnDelete', rollingUpdate: { partition: 1 } } },
      [
        `spec.updateStrategy.rollingUpdate: Invalid value: {"Partition":1,"MaxUnavailable":null}: only allowed for updateStrategy 'RollingUpdate'`,
      ],
    ],
    [
      { updateStrategy: { rollingUpdate: { partition: -1, maxUnavailable: '0%' } } },
      [
        'spec.updateStrategy.rollingUpdate.partition: Invalid value: -1: must be greater than or equal to 0',
        'spec.updateStrategy.rollingUpdate.maxUnavailable: Invalid value: "0%": cannot be 0',
      ],
    ],
    [
      { persistentVolumeClaimRetentionPolicy: { whenScaled: 'X' } },
      [
        'spec.persistentVolumeClaimRetentionPolicy.whenScaled: Unsupported value: "X": supported values: "Retain", "Delete"',
      ],
    ],
    [{ serviceName: 'a.b' }, ['spec.serviceName: Invalid value: "a.b": must not contain dots']],
    [{ selector: {} }, ['spec.selector: Invalid value: {}: empty selector is invalid for statefulset']],
  ])('is refused with %j', (wanted, messages) => {
    expect(refusal(StatefulSet, { spec: { ...spec, ...wanted } })).toEqual(messages)
  })

  it.each([
    [{ serviceName: 'other' }, ['spec.serviceName: Invalid value: "other": field is immutable']],
    [{ podManagementPolicy: 'Parallel' }, ['spec.podManagementPolicy: Invalid value: "Parallel": field is immutable']],
    [{ replicas: 5, minReadySeconds: 3 }, []],
  ])('on change: %j', (change, messages) => {
    expect(refusalOfUpdate(StatefulSet, { spec }, { spec: { ...spec, ...change } })).toEqual(messages)
  })

  it('does not lower its count of collisions', () => {
    const stored = created(StatefulSet, { spec })
    stored.status = { replicas: 0, availableReplicas: 0, collisionCount: 2 }
    const object = { ...stored, status: { replicas: 0, availableReplicas: 0, collisionCount: 1 } }

    expect(StatefulSet.rules.validateUpdate?.(object, stored, { subresource: 'status' })).toEqual([
      { type: 'Invalid', field: 'status.collisionCount', message: 'Invalid value: 1: cannot be decremented' },
    ])
  })

  it('warns that a negative history keeps everything', () => {
    expect(StatefulSet.rules.warnings?.(created(StatefulSet, { spec: { ...spec, revisionHistoryLimit: -1 } }))).toEqual(
      ['spec.revisionHistoryLimit: a negative value retains all historical revisions; a value >= 0 is recommended'],
    )
  })
})
