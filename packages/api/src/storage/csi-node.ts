import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { csiNodeRules, csiNodeTable } from './csi-node.rules.ts'

export const VolumeNodeResources = s.object(
  {
    count: s.optional(
      s.int32({ description: 'Most volumes of the driver that the node can use at a time. Without it, any number.' }),
    ),
  },
  { description: 'How much a driver can do on a node.', component: 'io.k8s.api.storage.v1.VolumeNodeResources' },
)
export type VolumeNodeResources = TypeOf<typeof VolumeNodeResources>

export const CSINodeDriver = s.object(
  {
    allocatable: s.optional(s.with(VolumeNodeResources, { description: 'How many volumes the node can take.' })),
    name: s.string({ description: 'Name of the driver.', default: '' }),
    nodeID: s.string({ description: 'Name of the node as the driver knows it.', default: '' }),
    topologyKeys: s.optional(
      s.array(s.string(), { description: 'Node labels that the driver understands as topology.', listType: 'atomic' }),
    ),
  },
  { description: 'A CSI driver as it runs on one node.', component: 'io.k8s.api.storage.v1.CSINodeDriver' },
)
export type CSINodeDriver = TypeOf<typeof CSINodeDriver>

export const CSINodeSpec = s.object(
  {
    drivers: s.array(CSINodeDriver, {
      description: 'One entry for each driver that runs on the node.',
      listType: 'map',
      listMapKeys: ['name'],
      patchStrategy: 'merge',
      patchMergeKey: 'name',
    }),
  },
  { description: 'The CSI drivers of a node.', component: 'io.k8s.api.storage.v1.CSINodeSpec' },
)
export type CSINodeSpec = TypeOf<typeof CSINodeSpec>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.with(CSINodeSpec, { description: 'The CSI drivers of the node.', default: {} }),
  },
  {
    description: 'What CSI drivers have told about a node of the same name.',
    component: 'io.k8s.api.storage.v1.CSINode',
  },
)

export const CSINode = defineKind({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSINode',
  plural: 'csinodes',
  scope: 'Cluster',
  schema,
  columns: csiNodeTable.columns,
  rules: csiNodeRules,
})
export type CSINode = TypeOf<typeof schema>
