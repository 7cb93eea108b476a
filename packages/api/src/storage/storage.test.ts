import { describe, expect, it } from 'vitest'
import { created, defaulted, refusal, refusalOfUpdate } from '../test/objects.ts'
import { CSIDriver } from './csi-driver.ts'
import { CSINode } from './csi-node.ts'
import { StorageClass } from './storage-class.ts'
import { VolumeAttachment } from './volume-attachment.ts'

describe('a StorageClass', () => {
  it('deletes volumes with their claims and makes them at once unless told otherwise', () => {
    expect(defaulted(StorageClass, { provisioner: 'x.example/p' })).toMatchObject({
      reclaimPolicy: 'Delete',
      volumeBindingMode: 'Immediate',
    })
  })

  it.each([
    [{}, ['provisioner: Required value']],
    [
      { provisioner: 'x', reclaimPolicy: 'X', volumeBindingMode: 'Y' },
      [
        'reclaimPolicy: Unsupported value: "X": supported values: "Delete", "Retain"',
        'volumeBindingMode: Unsupported value: "Y": supported values: "Immediate", "WaitForFirstConsumer"',
      ],
    ],
    [
      { provisioner: 'X.example/P', parameters: { '': 'x' } },
      ['parameters: Invalid value: "": field can not be empty.'],
    ],
    [
      {
        provisioner: 'x',
        allowedTopologies: [
          {
            matchLabelExpressions: [
              { key: 'zone', values: ['a', 'a'] },
              { key: 'zone', values: [] },
            ],
          },
        ],
      },
      [
        'allowedTopologies[0].matchLabelExpressions[0].values[1]: Duplicate value: "a"',
        'allowedTopologies[0].matchLabelExpressions[1].values: Required value',
        'allowedTopologies[0].matchLabelExpressions[1].key: Duplicate value: "zone"',
      ],
    ],
  ])('is checked: %j', (wanted, messages) => {
    expect(refusal(StorageClass, wanted)).toEqual(messages)
  })

  it('changes only whether volumes may grow', () => {
    const before = { provisioner: 'x' }

    expect(refusalOfUpdate(StorageClass, before, { provisioner: 'y', reclaimPolicy: 'Retain' })).toEqual([
      'provisioner: Invalid value: null: field is immutable',
      'reclaimPolicy: Invalid value: null: field is immutable',
    ])
    expect(refusalOfUpdate(StorageClass, before, { ...before, allowVolumeExpansion: true })).toEqual([])
  })

  it('shows whether it is the default', () => {
    const metadata = { name: 's', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } }

    expect(StorageClass.rules.cells?.(created(StorageClass, { metadata, provisioner: 'x' }), 0)).toEqual([
      's (default)',
      'x',
      'Delete',
      'Immediate',
      false,
      '<unknown>',
    ])
  })
})

describe('a CSIDriver', () => {
  it('attaches volumes and knows nothing of pods unless told otherwise', () => {
    expect(defaulted(CSIDriver, { spec: {} }).spec).toEqual({
      attachRequired: true,
      podInfoOnMount: false,
      storageCapacity: false,
      fsGroupPolicy: 'ReadWriteOnceWithFSType',
      volumeLifecycleModes: ['Persistent'],
      requiresRepublish: false,
      seLinuxMount: false,
    })
  })

  it.each([
    [
      { fsGroupPolicy: 'X', volumeLifecycleModes: ['Y'] },
      [
        'spec.fsGroupPolicy: Unsupported value: "X": supported values: "File", "None", "ReadWriteOnceWithFSType"',
        'spec.volumeLifecycleModes: Unsupported value: "Y": supported values: "Persistent", "Ephemeral"',
      ],
    ],
    [
      { tokenRequests: [{ audience: 'a', expirationSeconds: 5 }, { audience: 'a' }] },
      [
        'spec.tokenRequests[0].expirationSeconds: Invalid value: 5: may not specify a duration less than 10 minutes',
        'spec.tokenRequests[1].audience: Duplicate value: "a"',
      ],
    ],
    [
      { nodeAllocatableUpdatePeriodSeconds: 5, serviceAccountTokenInSecrets: true },
      [
        'spec.nodeAllocatableUpdatePeriodSeconds: Invalid value: 5: must be greater than or equal to 10 seconds',
        'spec.serviceAccountTokenInSecrets: Invalid value: true: serviceAccountTokenInSecrets is set but no tokenRequests are specified',
      ],
    ],
  ])('is checked: %j', (spec, messages) => {
    expect(refusal(CSIDriver, { spec })).toEqual(messages)
  })

  it('always or never attaches', () => {
    expect(refusalOfUpdate(CSIDriver, { spec: {} }, { spec: { attachRequired: false } })).toEqual([
      'spec.attachedRequired: Invalid value: false: field is immutable',
    ])
  })

  it('warns that tokens could be logged', () => {
    expect(
      CSIDriver.rules.warnings?.(created(CSIDriver, { spec: { tokenRequests: [{ audience: 'a' }] } })),
    ).toHaveLength(1)
    expect(CSIDriver.rules.warnings?.(created(CSIDriver, { spec: {} }))).toEqual([])
  })

  it('shows what it can do', () => {
    expect(CSIDriver.rules.cells?.(created(CSIDriver, { spec: { tokenRequests: [{ audience: 'a' }] } }), 0)).toEqual([
      'a',
      true,
      false,
      false,
      'a',
      false,
      'Persistent',
      '<unknown>',
    ])
  })
})

describe('a CSINode', () => {
  const driver = { name: 'x.example', nodeID: 'n', topologyKeys: ['zone'] }

  it.each([
    [[{ name: '', nodeID: '' }], ['spec.drivers[0].name: Required value', 'spec.drivers[0].nodeID: Required value']],
    [[driver, driver], ['spec.drivers[1].name: Duplicate value: "x.example"']],
    [
      [{ ...driver, allocatable: { count: -1 }, topologyKeys: ['zone', 'zone'] }],
      [
        'spec.drivers[0].allocatable.count: Invalid value: -1: must be greater than or equal to 0',
        'spec.drivers[0]: Duplicate value: "zone"',
      ],
    ],
  ])('is checked: %j', (drivers, messages) => {
    expect(refusal(CSINode, { spec: { drivers } })).toEqual(messages)
  })

  it('changes only how many volumes a driver can take', () => {
    const change = (more: object) =>
      refusalOfUpdate(CSINode, { spec: { drivers: [driver] } }, { spec: { drivers: [{ ...driver, ...more }] } })

    expect(change({ allocatable: { count: 5 } })).toEqual([])
    expect(change({ nodeID: 'm' })).toEqual([
      'spec.drivers: Invalid value: {"name":"x.example","nodeID":"m","topologyKeys":["zone"]}: field is immutable',
    ])
  })
})

describe('a VolumeAttachment', () => {
  const spec = { attacher: 'x.example', nodeName: 'n', source: { persistentVolumeName: 'v' } }

  it.each([
    [
      { ...spec, source: {} },
      ['spec.source: Required value: must specify exactly one of inlineVolumeSpec and persistentVolumeName'],
    ],
    [{ ...spec, attacher: '' }, ['spec.attacher: Required value']],
    [spec, []],
  ])('is checked: %j', (wanted, messages) => {
    expect(refusal(VolumeAttachment, { spec: wanted })).toEqual(messages)
  })

  it('is about one volume and one node', () => {
    expect(refusalOfUpdate(VolumeAttachment, { spec }, { spec: { ...spec, nodeName: 'm' } })).toEqual([
      'spec: Invalid value: null: field is immutable',
    ])
  })

  it('begins unattached', () => {
    const attachment = created(VolumeAttachment, { spec, status: { attached: true } })

    expect(VolumeAttachment.rules.cells?.(attachment, 0)).toEqual(['a', 'x.example', 'v', 'n', false, '<unknown>'])
  })
})
