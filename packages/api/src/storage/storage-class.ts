import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { TopologySelectorTerm } from '../core/references.ts'
import { storageClassRules, storageClassTable } from './storage-class.rules.ts'

const schema = s.object(
  {
    ...kubeObject,
    allowVolumeExpansion: s.optional(s.bool({ description: 'Whether volumes of this class can grow.' })),
    allowedTopologies: s.optional(
      s.array(TopologySelectorTerm, {
        description: 'Where volumes may be made. Empty means anywhere.',
        listType: 'atomic',
      }),
    ),
    mountOptions: s.optional(
      s.array(s.string(), {
        description: 'Mount options of volumes made from this class; not checked.',
        listType: 'atomic',
      }),
    ),
    parameters: s.optional(s.map(s.string(), { description: 'Settings for the provisioner. Cannot change.' })),
    provisioner: s.string({
      description: 'Who makes the volumes, such as ebs.csi.aws.com. Cannot change.',
      default: '',
    }),
    reclaimPolicy: s.optional(
      s.string({
        description: 'What becomes of a volume after its claim is gone: Delete (the default) or Retain. Cannot change.',
      }),
    ),
    volumeBindingMode: s.optional(
      s.string({
        description:
          'When a volume is made: Immediate (the default), or WaitForFirstConsumer to wait for a pod. Cannot change.',
      }),
    ),
  },
  {
    description: 'A kind of storage that claims can ask for by name.',
    component: 'io.k8s.api.storage.v1.StorageClass',
  },
)

export const StorageClass = defineKind({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'StorageClass',
  plural: 'storageclasses',
  scope: 'Cluster',
  shortNames: ['sc'],
  schema,
  columns: storageClassTable.columns,
  rules: storageClassRules,
})
export type StorageClass = TypeOf<typeof schema>
