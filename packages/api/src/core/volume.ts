import { s, type TypeOf } from '@skep/schema'
import {
  AWSElasticBlockStoreVolumeSource,
  AzureDiskVolumeSource,
  AzureFileVolumeSource,
  CephFSVolumeSource,
  CinderVolumeSource,
  FlexVolumeSource,
  FlockerVolumeSource,
  GCEPersistentDiskVolumeSource,
  GitRepoVolumeSource,
  GlusterfsVolumeSource,
  PhotonPersistentDiskVolumeSource,
  PortworxVolumeSource,
  QuobyteVolumeSource,
  RBDVolumeSource,
  ScaleIOVolumeSource,
  StorageOSVolumeSource,
  VsphereVirtualDiskVolumeSource,
} from './legacy-volumes.ts'
import { PersistentVolumeClaimTemplate } from './persistent-volume-claim-spec.ts'
import {
  ConfigMapVolumeSource,
  DownwardAPIVolumeSource,
  ProjectedVolumeSource,
  SecretVolumeSource,
} from './projected-volumes.ts'
import { LocalObjectReference, SecretReference } from './references.ts'

export const CSIPersistentVolumeSource = s.object(
  {
    controllerExpandSecretRef: s.optional(
      s.with(SecretReference, { description: 'Secret to grow it with, at the controller.' }),
    ),
    controllerPublishSecretRef: s.optional(s.with(SecretReference, { description: 'Secret to attach it with.' })),
    driver: s.string({ description: 'Name of the driver.', default: '' }),
    fsType: s.optional(s.string({ omitEmpty: true, description: 'File system to mount.' })),
    nodeExpandSecretRef: s.optional(s.with(SecretReference, { description: 'Secret to grow it with, on the node.' })),
    nodePublishSecretRef: s.optional(s.with(SecretReference, { description: 'Secret to mount it with.' })),
    nodeStageSecretRef: s.optional(s.with(SecretReference, { description: 'Secret to stage it with.' })),
    readOnly: s.optional(s.bool({ omitEmpty: true, description: 'Whether to mount it read-only.' })),
    volumeAttributes: s.optional(s.map(s.string(), { description: 'Attributes that the driver gave.' })),
    volumeHandle: s.string({ description: 'Id of the volume at the driver. Cannot change.', default: '' }),
  },
  { description: 'A volume of a CSI driver.', component: 'io.k8s.api.core.v1.CSIPersistentVolumeSource' },
)
export type CSIPersistentVolumeSource = TypeOf<typeof CSIPersistentVolumeSource>

export const CSIVolumeSource = s.object(
  {
    driver: s.string({ description: 'Name of the driver.', default: '' }),
    fsType: s.optional(s.string({ description: 'File system to mount.' })),
    nodePublishSecretRef: s.optional(s.with(LocalObjectReference, { description: 'Secret to mount it with.' })),
    readOnly: s.optional(s.bool({ description: 'Whether to mount it read-only.' })),
    volumeAttributes: s.optional(s.map(s.string(), { description: 'Attributes for the driver.' })),
  },
  {
    description: 'A volume that a CSI driver makes for the life of the pod.',
    component: 'io.k8s.api.core.v1.CSIVolumeSource',
  },
)
export type CSIVolumeSource = TypeOf<typeof CSIVolumeSource>

export const EmptyDirVolumeSource = s.object(
  {
    medium: s.optional(s.string({ omitEmpty: true, description: 'Empty for the disk of the node, or Memory.' })),
    sizeLimit: s.optional(s.quantity({ description: 'The most it may hold.' })),
  },
  { description: 'A directory that lives as long as the pod.', component: 'io.k8s.api.core.v1.EmptyDirVolumeSource' },
)
export type EmptyDirVolumeSource = TypeOf<typeof EmptyDirVolumeSource>

export const EphemeralVolumeSource = s.object(
  {
    volumeClaimTemplate: s.optional(
      s.with(PersistentVolumeClaimTemplate, { description: 'What the claim looks like.' }),
    ),
  },
  {
    description: 'A claim made for this pod and deleted with it.',
    component: 'io.k8s.api.core.v1.EphemeralVolumeSource',
  },
)
export type EphemeralVolumeSource = TypeOf<typeof EphemeralVolumeSource>

export const FCVolumeSource = s.object(
  {
    fsType: s.optional(s.string({ omitEmpty: true, description: 'File system to mount.' })),
    lun: s.optional(s.int32({ description: 'Number of the unit.' })),
    readOnly: s.optional(s.bool({ omitEmpty: true, description: 'Whether to mount it read-only.' })),
    targetWWNs: s.optional(
      s.array(s.string(), { description: 'World wide names of the targets.', listType: 'atomic' }),
    ),
    wwids: s.optional(
      s.array(s.string(), {
        description: 'World wide ids of the volume, instead of targetWWNs and lun.',
        listType: 'atomic',
      }),
    ),
  },
  { description: 'A Fibre Channel disk.', component: 'io.k8s.api.core.v1.FCVolumeSource' },
)
export type FCVolumeSource = TypeOf<typeof FCVolumeSource>

export const HostPathVolumeSource = s.object(
  {
    path: s.string({ description: 'Path on the node.', default: '' }),
    type: s.optional(
      s.string({ description: 'What must be there, such as Directory, File, Socket or DirectoryOrCreate.' }),
    ),
  },
  { description: 'A file or directory of the node.', component: 'io.k8s.api.core.v1.HostPathVolumeSource' },
)
export type HostPathVolumeSource = TypeOf<typeof HostPathVolumeSource>

const iscsiFields = {
  chapAuthDiscovery: s.optional(s.bool({ omitEmpty: true, description: 'Whether discovery uses CHAP.' })),
  chapAuthSession: s.optional(s.bool({ omitEmpty: true, description: 'Whether sessions use CHAP.' })),
  fsType: s.optional(s.string({ omitEmpty: true, description: 'File system to mount.' })),
  initiatorName: s.optional(s.string({ description: 'Name of the initiator to use.' })),
  iqn: s.string({ description: 'Name of the target.', default: '' }),
  iscsiInterface: s.optional(s.string({ omitEmpty: true, description: 'Interface to use.', default: 'default' })),
  lun: s.int32({ description: 'Number of the unit.', default: 0 }),
  portals: s.optional(s.array(s.string(), { description: 'Further addresses of the target.', listType: 'atomic' })),
  readOnly: s.optional(s.bool({ omitEmpty: true, description: 'Whether to mount it read-only.' })),
  targetPortal: s.string({ description: 'Address of the target.', default: '' }),
}

export const ISCSIPersistentVolumeSource = s.object(
  {
    ...iscsiFields,
    secretRef: s.optional(s.with(SecretReference, { description: 'Secret for CHAP.' })),
  },
  { description: 'An iSCSI disk.', component: 'io.k8s.api.core.v1.ISCSIPersistentVolumeSource' },
)
export type ISCSIPersistentVolumeSource = TypeOf<typeof ISCSIPersistentVolumeSource>

export const ISCSIVolumeSource = s.object(
  {
    ...iscsiFields,
    secretRef: s.optional(s.with(LocalObjectReference, { description: 'Secret for CHAP.' })),
  },
  { description: 'An iSCSI disk.', component: 'io.k8s.api.core.v1.ISCSIVolumeSource' },
)
export type ISCSIVolumeSource = TypeOf<typeof ISCSIVolumeSource>

export const ImageVolumeSource = s.object(
  {
    pullPolicy: s.optional(
      s.string({ omitEmpty: true, description: 'When to pull the image: Always, IfNotPresent or Never.' }),
    ),
    reference: s.optional(s.string({ omitEmpty: true, description: 'The image.' })),
  },
  { description: 'Content of an image, mounted read-only.', component: 'io.k8s.api.core.v1.ImageVolumeSource' },
)
export type ImageVolumeSource = TypeOf<typeof ImageVolumeSource>

export const LocalVolumeSource = s.object(
  {
    fsType: s.optional(s.string({ description: 'File system to mount, when it is a device.' })),
    path: s.string({ description: 'Path on the node.', default: '' }),
  },
  { description: 'A disk or directory of one node.', component: 'io.k8s.api.core.v1.LocalVolumeSource' },
)
export type LocalVolumeSource = TypeOf<typeof LocalVolumeSource>

export const NFSVolumeSource = s.object(
  {
    path: s.string({ description: 'Path that the server exports.', default: '' }),
    readOnly: s.optional(s.bool({ omitEmpty: true, description: 'Whether to mount it read-only.' })),
    server: s.string({ description: 'Host name or address of the server.', default: '' }),
  },
  { description: 'An NFS export.', component: 'io.k8s.api.core.v1.NFSVolumeSource' },
)
export type NFSVolumeSource = TypeOf<typeof NFSVolumeSource>

export const PersistentVolumeClaimVolumeSource = s.object(
  {
    claimName: s.string({ description: 'Name of the claim, in the namespace of the pod.', default: '' }),
    readOnly: s.optional(s.bool({ omitEmpty: true, description: 'Whether to mount it read-only.' })),
  },
  { description: 'The volume bound to a claim.', component: 'io.k8s.api.core.v1.PersistentVolumeClaimVolumeSource' },
)
export type PersistentVolumeClaimVolumeSource = TypeOf<typeof PersistentVolumeClaimVolumeSource>

export const Volume = s.object(
  {
    awsElasticBlockStore: s.optional(
      s.with(AWSElasticBlockStoreVolumeSource, { description: 'A disk of AWS EBS. Superseded by its CSI driver.' }),
    ),
    azureDisk: s.optional(
      s.with(AzureDiskVolumeSource, { description: 'A disk of Azure. Superseded by its CSI driver.' }),
    ),
    azureFile: s.optional(
      s.with(AzureFileVolumeSource, { description: 'A file share of Azure. Superseded by its CSI driver.' }),
    ),
    cephfs: s.optional(s.with(CephFSVolumeSource, { description: 'A Ceph file system. No longer supported.' })),
    cinder: s.optional(
      s.with(CinderVolumeSource, { description: 'An OpenStack Cinder disk. Superseded by its CSI driver.' }),
    ),
    configMap: s.optional(s.with(ConfigMapVolumeSource, { description: 'Keys of a ConfigMap, as files.' })),
    csi: s.optional(
      s.with(CSIVolumeSource, { description: 'A volume that a CSI driver makes for the life of the pod.' }),
    ),
    downwardAPI: s.optional(s.with(DownwardAPIVolumeSource, { description: 'Facts about the pod, as files.' })),
    emptyDir: s.optional(s.with(EmptyDirVolumeSource, { description: 'A directory that lives as long as the pod.' })),
    ephemeral: s.optional(
      s.with(EphemeralVolumeSource, { description: 'A claim made for this pod and deleted with it.' }),
    ),
    fc: s.optional(s.with(FCVolumeSource, { description: 'A Fibre Channel disk.' })),
    flexVolume: s.optional(
      s.with(FlexVolumeSource, { description: 'A volume of an exec plug-in. Superseded by CSI.' }),
    ),
    flocker: s.optional(s.with(FlockerVolumeSource, { description: 'A Flocker volume. No longer supported.' })),
    gcePersistentDisk: s.optional(
      s.with(GCEPersistentDiskVolumeSource, { description: 'A disk of Google Cloud. Superseded by its CSI driver.' }),
    ),
    gitRepo: s.optional(
      s.with(GitRepoVolumeSource, { description: 'A clone of a git repository. No longer supported.' }),
    ),
    glusterfs: s.optional(s.with(GlusterfsVolumeSource, { description: 'A Gluster volume. No longer supported.' })),
    hostPath: s.optional(s.with(HostPathVolumeSource, { description: 'A file or directory of the node.' })),
    image: s.optional(s.with(ImageVolumeSource, { description: 'Content of an image.' })),
    iscsi: s.optional(s.with(ISCSIVolumeSource, { description: 'An iSCSI disk.' })),
    name: s.string({ description: 'Name of the volume, a DNS label that is unique in the pod.', default: '' }),
    nfs: s.optional(s.with(NFSVolumeSource, { description: 'An NFS export.' })),
    persistentVolumeClaim: s.optional(
      s.with(PersistentVolumeClaimVolumeSource, { description: 'The volume bound to a claim.' }),
    ),
    photonPersistentDisk: s.optional(
      s.with(PhotonPersistentDiskVolumeSource, { description: 'A Photon disk. No longer supported.' }),
    ),
    portworxVolume: s.optional(
      s.with(PortworxVolumeSource, { description: 'A Portworx volume. Superseded by its CSI driver.' }),
    ),
    projected: s.optional(s.with(ProjectedVolumeSource, { description: 'Several sources in one directory.' })),
    quobyte: s.optional(s.with(QuobyteVolumeSource, { description: 'A Quobyte volume. No longer supported.' })),
    rbd: s.optional(s.with(RBDVolumeSource, { description: 'A Ceph block device. No longer supported.' })),
    scaleIO: s.optional(s.with(ScaleIOVolumeSource, { description: 'A ScaleIO volume. No longer supported.' })),
    secret: s.optional(s.with(SecretVolumeSource, { description: 'Keys of a Secret, as files.' })),
    storageos: s.optional(s.with(StorageOSVolumeSource, { description: 'A StorageOS volume. No longer supported.' })),
    vsphereVolume: s.optional(
      s.with(VsphereVirtualDiskVolumeSource, { description: 'A vSphere disk. Superseded by its CSI driver.' }),
    ),
  },
  {
    description: 'A directory or device that containers of a pod can use. Exactly one source is set.',
    component: 'io.k8s.api.core.v1.Volume',
  },
)
export type Volume = TypeOf<typeof Volume>
