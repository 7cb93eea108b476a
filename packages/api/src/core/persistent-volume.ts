import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import {
  AWSElasticBlockStoreVolumeSource,
  AzureDiskVolumeSource,
  AzureFilePersistentVolumeSource,
  CephFSPersistentVolumeSource,
  CinderPersistentVolumeSource,
  FlexPersistentVolumeSource,
  FlockerVolumeSource,
  GCEPersistentDiskVolumeSource,
  GlusterfsPersistentVolumeSource,
  PhotonPersistentDiskVolumeSource,
  PortworxVolumeSource,
  QuobyteVolumeSource,
  RBDPersistentVolumeSource,
  ScaleIOPersistentVolumeSource,
  StorageOSPersistentVolumeSource,
  VsphereVirtualDiskVolumeSource,
} from './legacy-volumes.ts'
import { persistentVolumeRules } from './persistent-volume.rules.ts'
import { persistentVolumeTable } from './persistent-volume.table.ts'
import { ObjectReference } from './references.ts'
import { NodeSelector } from './scheduling.ts'
import {
  CSIPersistentVolumeSource,
  FCVolumeSource,
  HostPathVolumeSource,
  ISCSIPersistentVolumeSource,
  LocalVolumeSource,
  NFSVolumeSource,
} from './volume.ts'

export const VolumeNodeAffinity = s.object(
  {
    required: s.optional(s.with(NodeSelector, { description: 'What must hold for a node.' })),
  },
  { description: 'Nodes from which a volume can be reached.', component: 'io.k8s.api.core.v1.VolumeNodeAffinity' },
)
export type VolumeNodeAffinity = TypeOf<typeof VolumeNodeAffinity>

export const PersistentVolumeSpec = s.object(
  {
    accessModes: s.optional(
      s.array(s.string(), {
        description: 'Ways in which it can be mounted: ReadWriteOnce, ReadOnlyMany, ReadWriteMany, ReadWriteOncePod.',
        listType: 'atomic',
      }),
    ),
    awsElasticBlockStore: s.optional(
      s.with(AWSElasticBlockStoreVolumeSource, { description: 'A disk of AWS EBS. Superseded by its CSI driver.' }),
    ),
    azureDisk: s.optional(
      s.with(AzureDiskVolumeSource, { description: 'A disk of Azure. Superseded by its CSI driver.' }),
    ),
    azureFile: s.optional(
      s.with(AzureFilePersistentVolumeSource, { description: 'A file share of Azure. Superseded by its CSI driver.' }),
    ),
    capacity: s.optional(s.map(s.quantity(), { description: 'How much it holds.' })),
    cephfs: s.optional(
      s.with(CephFSPersistentVolumeSource, { description: 'A Ceph file system. No longer supported.' }),
    ),
    cinder: s.optional(
      s.with(CinderPersistentVolumeSource, { description: 'An OpenStack Cinder disk. Superseded by its CSI driver.' }),
    ),
    claimRef: s.optional(s.with(ObjectReference, { description: 'The claim it is bound to.' })),
    csi: s.optional(s.with(CSIPersistentVolumeSource, { description: 'A volume of a CSI driver.' })),
    fc: s.optional(s.with(FCVolumeSource, { description: 'A Fibre Channel disk.' })),
    flexVolume: s.optional(
      s.with(FlexPersistentVolumeSource, { description: 'A volume of an exec plug-in. Superseded by CSI.' }),
    ),
    flocker: s.optional(s.with(FlockerVolumeSource, { description: 'A Flocker volume. No longer supported.' })),
    gcePersistentDisk: s.optional(
      s.with(GCEPersistentDiskVolumeSource, { description: 'A disk of Google Cloud. Superseded by its CSI driver.' }),
    ),
    glusterfs: s.optional(
      s.with(GlusterfsPersistentVolumeSource, { description: 'A Gluster volume. No longer supported.' }),
    ),
    hostPath: s.optional(s.with(HostPathVolumeSource, { description: 'A directory of one node, for tests only.' })),
    iscsi: s.optional(s.with(ISCSIPersistentVolumeSource, { description: 'An iSCSI disk.' })),
    local: s.optional(
      s.with(LocalVolumeSource, { description: 'A disk or directory of one node; needs nodeAffinity.' }),
    ),
    mountOptions: s.optional(s.array(s.string(), { description: 'Options to mount it with.', listType: 'atomic' })),
    nfs: s.optional(s.with(NFSVolumeSource, { description: 'An NFS export.' })),
    nodeAffinity: s.optional(s.with(VolumeNodeAffinity, { description: 'Nodes from which it can be reached.' })),
    persistentVolumeReclaimPolicy: s.optional(
      s.string({ omitEmpty: true, description: 'What happens once its claim is gone: Retain, Delete or Recycle.' }),
    ),
    photonPersistentDisk: s.optional(
      s.with(PhotonPersistentDiskVolumeSource, { description: 'A Photon disk. No longer supported.' }),
    ),
    portworxVolume: s.optional(
      s.with(PortworxVolumeSource, { description: 'A Portworx volume. Superseded by its CSI driver.' }),
    ),
    quobyte: s.optional(s.with(QuobyteVolumeSource, { description: 'A Quobyte volume. No longer supported.' })),
    rbd: s.optional(s.with(RBDPersistentVolumeSource, { description: 'A Ceph block device. No longer supported.' })),
    scaleIO: s.optional(
      s.with(ScaleIOPersistentVolumeSource, { description: 'A ScaleIO volume. No longer supported.' }),
    ),
    storageClassName: s.optional(s.string({ omitEmpty: true, description: 'Class it belongs to; empty for none.' })),
    storageos: s.optional(
      s.with(StorageOSPersistentVolumeSource, { description: 'A StorageOS volume. No longer supported.' }),
    ),
    volumeAttributesClassName: s.optional(s.string({ description: 'Class of changeable attributes it has.' })),
    volumeMode: s.optional(s.string({ description: 'Filesystem or Block.' })),
    vsphereVolume: s.optional(
      s.with(VsphereVirtualDiskVolumeSource, { description: 'A vSphere disk. Superseded by its CSI driver.' }),
    ),
  },
  { description: 'A piece of storage and how it can be used.', component: 'io.k8s.api.core.v1.PersistentVolumeSpec' },
)
export type PersistentVolumeSpec = TypeOf<typeof PersistentVolumeSpec>

export const PersistentVolumeStatus = s.object(
  {
    lastPhaseTransitionTime: s.optional(s.time({ description: 'When the phase last changed.' })),
    message: s.optional(s.string({ omitEmpty: true, description: 'Why it is in this phase, for people.' })),
    phase: s.optional(s.string({ omitEmpty: true, description: 'Pending, Available, Bound, Released or Failed.' })),
    reason: s.optional(s.string({ omitEmpty: true, description: 'Why it failed, as one word.' })),
  },
  { description: 'What is known of a volume.', component: 'io.k8s.api.core.v1.PersistentVolumeStatus' },
)
export type PersistentVolumeStatus = TypeOf<typeof PersistentVolumeStatus>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.optional(s.with(PersistentVolumeSpec, { description: 'The storage and how it can be used.', default: {} })),
    status: s.optional(
      s.with(PersistentVolumeStatus, { description: 'What is known, written by the system.', default: {} }),
    ),
  },
  {
    description: 'A piece of storage in the cluster, with a life of its own.',
    component: 'io.k8s.api.core.v1.PersistentVolume',
  },
)

export const PersistentVolume = defineKind({
  group: '',
  version: 'v1',
  kind: 'PersistentVolume',
  plural: 'persistentvolumes',
  scope: 'Cluster',
  shortNames: ['pv'],
  statusSubresource: true,
  schema,
  columns: persistentVolumeTable.columns,
  selectableFields: ['name'],
  rules: persistentVolumeRules,
})
export type PersistentVolume = TypeOf<typeof schema>
