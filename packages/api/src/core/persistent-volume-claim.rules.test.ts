import { describe, expect, it } from 'vitest'
import { printed } from '../test/printed.ts'
import { persistentVolumeClaimRules } from './persistent-volume-claim.rules.ts'
import { persistentVolumeClaimTable } from './persistent-volume-claim.table.ts'
import type { PersistentVolumeClaim } from './persistent-volume-claim.ts'
import type { PersistentVolumeClaimSpec } from './persistent-volume-claim-spec.ts'

const complete: PersistentVolumeClaimSpec = {
  accessModes: ['ReadWriteOnce'],
  resources: { requests: { storage: '1Gi' } },
}

function aClaim(spec: PersistentVolumeClaimSpec, more: Partial<PersistentVolumeClaim> = {}): PersistentVolumeClaim {
  const claim: PersistentVolumeClaim = {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: { name: 'c', namespace: 'ns' },
    spec: structuredClone(spec),
    ...more,
  }
  persistentVolumeClaimRules.defaults?.(claim)
  return claim
}

describe('a claim', () => {
  it('asks for a file system and is pending', () => {
    const claim = aClaim(complete, { status: { phase: 'Bound' } })

    persistentVolumeClaimRules.prepareForCreate?.(claim)

    expect(claim).toMatchObject({ spec: { volumeMode: 'Filesystem' }, status: { phase: 'Pending' } })
  })

  it('names its source in the old field and in the new one', () => {
    const snapshot = { apiGroup: 'snapshot.storage.k8s.io', kind: 'VolumeSnapshot', name: 's' }
    const old = aClaim({ ...complete, dataSource: snapshot })
    const fresh = aClaim({ ...complete, dataSourceRef: snapshot })
    const unknown = aClaim({ ...complete, dataSource: { apiGroup: 'example.com', kind: 'Thing', name: 't' } })

    for (const claim of [old, fresh, unknown]) persistentVolumeClaimRules.prepareForCreate?.(claim)

    expect(old.spec?.dataSourceRef).toEqual(snapshot)
    expect(fresh.spec?.dataSource).toEqual(snapshot)
    expect(unknown.spec?.dataSource).toBeUndefined()
  })

  it.each<[string, PersistentVolumeClaimSpec, string[]]>([
    [
      'nothing',
      {},
      [
        'spec.accessModes: Required value: at least 1 access mode is required',
        'spec.resources[storage]: Required value',
      ],
    ],
    [
      'an unknown mode',
      { ...complete, accessModes: ['X'] },
      [
        'spec.accessModes: Unsupported value: "X": supported values: "ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"',
      ],
    ],
    [
      'no room',
      { ...complete, resources: { requests: { storage: '0' } } },
      ['spec.resources[storage]: Invalid value: "0": must be greater than zero'],
    ],
    [
      'an unknown use',
      { ...complete, volumeMode: 'Tape' },
      ['spec.volumeMode: Unsupported value: "Tape": supported values: "Block", "Filesystem"'],
    ],
    [
      'a source of the core group that is no claim',
      { ...complete, dataSourceRef: { kind: 'Pod', name: 'p' } },
      [
        `spec.dataSourceRef: Invalid value: "Pod": must be 'PersistentVolumeClaim' when referencing the default apiGroup`,
      ],
    ],
  ])('refuses %s', (_what, spec, errors) => {
    expect(printed(persistentVolumeClaimRules.validate?.(aClaim(spec)) ?? [])).toEqual(errors)
  })
})

describe('changing a claim', () => {
  const errorsOf = (stored: PersistentVolumeClaim, spec: PersistentVolumeClaimSpec) =>
    printed(
      persistentVolumeClaimRules.validateUpdate?.(
        aClaim(spec, { status: structuredClone(stored.status ?? {}) }),
        stored,
        { subresource: '' },
      ) ?? [],
    )
  const grown = { ...complete, resources: { requests: { storage: '2Gi' } } }

  it('may bind it once and name a class where there was none', () => {
    expect(errorsOf(aClaim(complete), { ...complete, volumeName: 'v', storageClassName: 'fast' })).toEqual([])
  })

  it('may not change anything before it is bound', () => {
    expect(errorsOf(aClaim(complete), grown)).toEqual([
      'spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims\nchanged: resources',
    ])
  })

  it('may grow what is bound, and not shrink it below what there is', () => {
    const bound = aClaim(complete, { status: { phase: 'Bound', capacity: { storage: '1Gi' } } })

    expect(errorsOf(bound, grown)).toEqual([])
    expect(errorsOf(bound, { ...complete, resources: { requests: { storage: '500Mi' } } })).toEqual([
      'spec.resources.requests.storage: Forbidden: field can not be less than status.capacity',
    ])
  })
})

describe('kubectl get persistentvolumeclaims', () => {
  it('shows size and modes once a volume is bound', () => {
    const bound = aClaim(
      { ...complete, volumeName: 'v' },
      { status: { phase: 'Bound', capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'] } },
    )

    expect(persistentVolumeClaimTable.cells(bound, 0).slice(1, 5)).toEqual(['Bound', 'v', '1Gi', 'RWO'])
    expect(persistentVolumeClaimTable.cells(aClaim(complete), 0).slice(1, 5)).toEqual(['Pending', '', '', ''])
  })
})
