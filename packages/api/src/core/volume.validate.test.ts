import { describe, expect, it } from 'vitest'
import { printed } from '../test/printed.ts'
import type { VolumeMount } from './container.ts'
import { validateMounts } from './container-mounts.validate.ts'
import { defaultVolume } from './volume.defaults.ts'
import type { Volume } from './volume.ts'
import { validateVolumes } from './volume.validate.ts'

function errorsOf(...volumes: Volume[]): string[] {
  const complete = structuredClone(volumes)
  for (const volume of complete) defaultVolume(volume)
  return printed(validateVolumes(complete, 'spec.volumes', { name: 'pod' }).errors)
}

describe('validateVolumes', () => {
  it.each<[string, Volume[], string]>([
    ['two of one name', [{ name: 'a' }, { name: 'a' }], 'spec.volumes[1].name: Duplicate value: "a"'],
    [
      'two sources in one',
      [{ name: 'a', emptyDir: {}, hostPath: { path: '/x' } }],
      'spec.volumes[0].hostPath: Forbidden: may not specify more than 1 volume type',
    ],
    [
      'paths that climb',
      [{ name: 'a', hostPath: { path: '/x/../y' } }],
      `spec.volumes[0].hostPath.path: Invalid value: "/x/../y": must not contain '..'`,
    ],
    [
      'a type of host path that nobody knows',
      [{ name: 'a', hostPath: { path: '/x', type: 'Pipe' } }],
      'spec.volumes[0].hostPath.type: Unsupported value: "Pipe": supported values: "", "BlockDevice", "CharDevice", "Directory", "DirectoryOrCreate", "File", "FileOrCreate", "Socket"',
    ],
    ['a secret without a name', [{ name: 'a', secret: {} }], 'spec.volumes[0].secret.secretName: Required value'],
    [
      'permissions beyond 0777',
      [{ name: 'a', configMap: { name: 'x', defaultMode: 512 } }],
      'spec.volumes[0].configMap.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive',
    ],
    [
      'files that start with two dots',
      [{ name: 'a', configMap: { name: 'x', items: [{ key: 'k', path: '..data' }] } }],
      `spec.volumes[0].configMap.items[0].path: Invalid value: "..data": must not start with '..'`,
    ],
    [
      'a downward file about nothing',
      [{ name: 'a', downwardAPI: { items: [{ path: 'p' }] } }],
      'spec.volumes[0].downwardAPI: Required value: one of fieldRef and resourceFieldRef is required',
    ],
    [
      'a token that lives too short',
      [{ name: 'a', projected: { sources: [{ serviceAccountToken: { path: 't', expirationSeconds: 5 } }] } }],
      'spec.volumes[0].projected.sources[0].serviceAccountToken.expirationSeconds: Invalid value: 5: may not specify a duration less than 10 minutes',
    ],
    [
      'a relative NFS path',
      [{ name: 'a', nfs: { server: 's', path: 'x' } }],
      'spec.volumes[0].nfs.path: Invalid value: "x": must be an absolute path',
    ],
    [
      'a CSI volume without a driver',
      [{ name: 'a', csi: { driver: '' } }],
      'spec.volumes[0].csi.driver: Required value',
    ],
    [
      'a claim without a name',
      [{ name: 'a', persistentVolumeClaim: { claimName: '' } }],
      'spec.volumes[0].persistentVolumeClaim.claimName: Required value',
    ],
    [
      'a superseded disk without an id',
      [{ name: 'a', awsElasticBlockStore: { volumeID: '' } }],
      'spec.volumes[0].awsElasticBlockStore.volumeID: Required value',
    ],
    [
      'a claim that the pod itself makes',
      [
        {
          name: 'made',
          ephemeral: {
            volumeClaimTemplate: {
              spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
            },
          },
        },
        { name: 'used', persistentVolumeClaim: { claimName: 'pod-made' } },
      ],
      'spec.volumes[1].persistentVolumeClaim.claimName: Invalid value: "pod-made": must not reference a PVC that gets created for an ephemeral volume',
    ],
  ])('refuses %s', (_what, volumes, error) => {
    expect(errorsOf(...volumes)).toEqual([error])
  })

  it('refuses two sources for one file', () => {
    const items = [{ key: 'k', path: 'same' }]

    expect(
      errorsOf({
        name: 'a',
        projected: { sources: [{ secret: { name: 's', items } }, { configMap: { name: 'c', items } }] },
      }),
    ).toEqual(['spec.volumes[0].projected: Invalid value: "c": conflicting duplicate paths'])
  })
})

describe('validateMounts', () => {
  const volumes = new Map<string, Volume>([
    ['dir', { name: 'dir', emptyDir: {} }],
    ['claim', { name: 'claim', persistentVolumeClaim: { claimName: 'c' } }],
  ])
  const errorsOfMounts = (...volumeMounts: VolumeMount[]) => printed(validateMounts({ volumeMounts }, 'c', volumes))

  it('wants each path once', () => {
    expect(errorsOfMounts({ name: 'dir', mountPath: '/a' }, { name: 'claim', mountPath: '/a' })).toEqual([
      'c.volumeMounts[1].mountPath: Invalid value: "/a": must be unique',
    ])
  })

  it('keeps sub-paths inside of the volume', () => {
    expect(errorsOfMounts({ name: 'dir', mountPath: '/a', subPath: '/b', subPathExpr: '../c' })).toEqual([
      'c.volumeMounts.subPath: Invalid value: "/b": must be a relative path',
      'c.volumeMounts[0].subPathExpr: Invalid value: "../c": subPathExpr and subPath are mutually exclusive',
      `c.volumeMounts.subPathExpr: Invalid value: "../c": must not contain '..'`,
    ])
  })

  it('leaves two-way propagation to privileged containers', () => {
    expect(errorsOfMounts({ name: 'dir', mountPath: '/a', mountPropagation: 'Bidirectional' })).toEqual([
      'c.volumeMounts.mountPropagation: Forbidden: Bidirectional mount propagation is available only to privileged containers',
    ])
  })

  it('shows only claims as devices', () => {
    const volumeDevices = [
      { name: 'dir', devicePath: '/dev/a' },
      { name: 'claim', devicePath: '/dev/../b' },
    ]

    expect(printed(validateMounts({ volumeDevices }, 'c', volumes))).toEqual([
      'c.volumeDevices[0].name: Invalid value: "dir": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
      `c.volumeDevices[1].devicePath: Invalid value: "/dev/../b": can not contain backsteps ('..')`,
    ])
  })
})
