import { describe, expect, it } from 'vitest'
import { printed } from '../test/printed.ts'
import { persistentVolumeRules } from './persistent-volume.rules.ts'
import { persistentVolumeTable } from './persistent-volume.table.ts'
import type { PersistentVolume, PersistentVolumeSpec } from './persistent-volume.ts'

const complete: PersistentVolumeSpec = {
  capacity: { storage: '1Gi' },
  accessModes: ['ReadWriteOnce'],
  hostPath: { path: '/x' },
}

function aVolume(spec: PersistentVolumeSpec, more: Partial<PersistentVolume> = {}): PersistentVolume {
  const volume: PersistentVolume = {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'v', creationTimestamp: '2026-01-01T00:00:00Z' },
    spec: structuredClone(spec),
    ...more,
  }
  persistentVolumeRules.defaults?.(volume)
  return volume
}

const errorsOf = (spec: PersistentVolumeSpec) => printed(persistentVolumeRules.validate?.(aVolume(spec)) ?? [])

describe('a persistent volume', () => {
  it('is kept after use, as a file system, and pending since its creation', () => {
    const volume = aVolume(complete)

    persistentVolumeRules.prepareForCreate?.(volume)

    expect(volume).toMatchObject({
      spec: { persistentVolumeReclaimPolicy: 'Retain', volumeMode: 'Filesystem', hostPath: { path: '/x', type: '' } },
      status: { phase: 'Pending', lastPhaseTransitionTime: '2026-01-01T00:00:00Z' },
    })
  })

  it('notes when its phase changes', () => {
    const stored = aVolume(complete, {
      status: { phase: 'Available', lastPhaseTransitionTime: '2026-01-01T00:00:00Z' },
    })
    const bound = aVolume(complete, { status: { phase: 'Bound' } })
    const same = aVolume(complete, { status: { phase: 'Available' } })

    persistentVolumeRules.prepareForUpdate?.(bound, stored, { subresource: 'status', now: '2026-01-02T00:00:00Z' })
    persistentVolumeRules.prepareForUpdate?.(same, stored, { subresource: 'status', now: '2026-01-02T00:00:00Z' })

    expect(bound.status?.lastPhaseTransitionTime).toBe('2026-01-02T00:00:00Z')
    expect(same.status?.lastPhaseTransitionTime).toBe('2026-01-01T00:00:00Z')
  })

  it.each<[string, PersistentVolumeSpec, string[]]>([
    [
      'nothing at all',
      {},
      [
        'spec.accessModes: Required value',
        'spec.capacity: Required value',
        'spec.capacity: Unsupported value: null: supported values: "storage"',
        'spec: Required value: must specify a volume type',
      ],
    ],
    [
      'an unknown policy',
      { ...complete, persistentVolumeReclaimPolicy: 'X' },
      ['spec.persistentVolumeReclaimPolicy: Unsupported value: "X": supported values: "Delete", "Recycle", "Retain"'],
    ],
    [
      'recycling the root of a node',
      { ...complete, hostPath: { path: '/' }, persistentVolumeReclaimPolicy: 'Recycle' },
      [`spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'`],
    ],
    [
      'two sources',
      { ...complete, nfs: { server: 's', path: '/x' } },
      ['spec.nfs: Forbidden: may not specify more than 1 volume type'],
    ],
    [
      'a local disk anywhere',
      { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], local: { path: '/x' } },
      ['spec.nodeAffinity: Required value: Local volume requires node affinity'],
    ],
    [
      'exclusive use with others',
      { ...complete, accessModes: ['ReadWriteOncePod', 'ReadOnlyMany'] },
      ['spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes'],
    ],
    [
      'no room',
      { ...complete, capacity: { storage: '0' } },
      ['spec.capacity[storage]: Invalid value: "0": must be greater than zero'],
    ],
  ])('refuses %s', (_what, spec, errors) => {
    expect(errorsOf(spec)).toEqual(errors)
  })

  it('stays made of what it is made of', () => {
    const stored = aVolume(complete)
    const changed = aVolume({ ...complete, hostPath: { path: '/y' }, volumeMode: 'Block' })

    expect(printed(persistentVolumeRules.validateUpdate?.(changed, stored, { subresource: '' }) ?? [])).toEqual([
      'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation\n',
      'volumeMode: Invalid value: "Block": field is immutable',
    ])
  })

  it('shows who uses it', () => {
    const volume = aVolume({
      ...complete,
      claimRef: { namespace: 'ns', name: 'c' },
      storageClassName: 'fast',
      accessModes: ['ReadOnlyMany', 'ReadWriteOnce'],
    })

    expect(persistentVolumeTable.cells(volume, Date.parse('2026-01-01T00:10:00Z'))).toEqual([
      'v',
      '1Gi',
      'RWO,ROX',
      'Retain',
      'Pending',
      'ns/c',
      'fast',
      '<unset>',
      '',
      '10m',
      'Filesystem',
    ])
  })
})
