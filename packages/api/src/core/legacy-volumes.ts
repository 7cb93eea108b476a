import { s, type TypeOf } from '@skep/schema'
import { LocalObjectReference, ObjectReference, SecretReference } from './references.ts'

export const AWSElasticBlockStoreVolumeSource = s.object(
  {
    fsType: s.optional(s.string({ omitEmpty: true, description: 'File system to mount.' })),
    partition: s.optional(s.int32({ omitEmpty: true, description: 'Partition to mount.' })),
    readOnly: s.optional(s.bool({ omitEmpty: true, description: 'Whether to mount it read-only.' })),
    volumeID: s.string({ description: 'Id of the volume.', default: '' }),
  },
  { description: 'A disk of AWS EBS.', component: 'io.k8s.api.core.v1.AWSElasticBlockStoreVolumeSource' },
)
export type AWSElasticBlockStoreVolumeSource = TypeOf<typeof AWSElasticBlockStoreVolumeSource>

export const AzureDiskVolumeSource = s.object(
  {
    cachingMode: s.optional(s.string({ description: 'None, ReadOnly or ReadWrite.', default: 'ReadWrite' })),
    diskName: s.string({ description: 'Name of the disk.', default: '' }),
    diskURI: s.string({ description: 'URI of the disk.', default: '' }),
    fsType: s.optional(s.string({ description: 'File system to mount.', default: 'ext4' })),
    kind: s.optional(s.string({ description: 'Shared, Dedicated or Managed.', default: 'Shared' })),
    readOnly: s.optional(s.bool({ description: 'Whether to mount it read-only.', default: false })),
  },
  { description: 'A disk of Azure.', component: 'io.k8s.api.core.v1.AzureDiskVolumeSource' },
)
export type AzureDiskVolumeSource = TypeOf<typeof AzureDiskVolumeSource>

const azureFileFields = {
  readOnly: s.optional(s.bool({ omitEmpty: true, description: 'Whether to mount it read-only.' })),
  secretName: s.string({ description: 'Secret with the name and key of the storage account.', default: '' }),
  shareName: s.string({ description: 'Name of the share.', default: '' }),
}

export const AzureFilePersistentVolumeSource = s.object(
  {
    ...azureFileFields,
    secretNamespace: s.optional(s.string({ description: 'Namespace of that Secret. That of the pod when not set.' })),
  },
  { description: 'A file share of Azure.', component: 'io.k8s.api.core.v1.AzureFilePersistentVolumeSource' },
)
export type AzureFilePersistentVolumeSource = TypeOf<typeof AzureFilePersistentVolumeSource>

export const AzureFileVolumeSource = s.object(
  {
    ...azureFileFields,
  },
  { description: 'A file share of Azure.', component: 'io.k8s.api.core.v1.AzureFileVolumeSource' },
)
export type AzureFileVolumeSource = TypeOf<typeof AzureFileVolumeSource>

const cephFsFields = {
  monitors: s.array(s.string(), { description: 'Addresses of the monitors.', listType: 'atomic' }),
  path: s.optional(s.string({ omitEmpty: true, description: 'Path to mount.' })),
  readOnly: s.optional(s.bool({ omitEmpty: true, description: 'Whether to mount it read-only.' })),
  secretFile: s.optional(s.string({ omitEmpty: true, description: 'File with the key.' })),
  user: s.optional(s.string({ omitEmpty: true, description: 'User of Ceph.' })),
}

export const CephFSPersistentVolumeSource = s.object(
  {
    ...cephFsFields,
    secretRef: s.optional(s.with(SecretReference, { description: 'Secret with the key.' })),
  },
  { description: 'A Ceph file system.', component: 'io.k8s.api.core.v1.CephFSPersistentVolumeSource' },
)
export type CephFSPersistentVolumeSource = TypeOf<typeof CephFSPersistentVolumeSource>

export const CephFSVolumeSource = s.object(
  {
    ...cephFsFields,
    secretRef: s.optional(s.with(LocalObjectReference, { description: 'Secret with the key.' })),
  },
  { description: 'A Ceph file system.', component: 'io.k8s.api.core.v1.CephFSVolumeSource' },
)
export type CephFSVolumeSource = TypeOf<typeof CephFSVolumeSource>

const cinderFields = {
  fsType: s.optional(s.string({ omitEmpty: true, description: 'File system to mount.' })),
  readOnly: s.optional(s.bool({ omitEmpty: true, description: 'Whether to mount it read-only.' })),
  volumeID: s.string({ description: 'Id of the volume.', default: '' }),
}

export const CinderPersistentVolumeSource = s.object(
  {
    ...cinderFields,
    secretRef: s.optional(s.with(SecretReference, { description: 'Secret with credentials.' })),
  },
  { description: 'An OpenStack Cinder disk.', component: 'io.k8s.api.core.v1.CinderPersistentVolumeSource' },
)
export type CinderPersistentVolumeSource = TypeOf<typeof CinderPersistentVolumeSource>

export const CinderVolumeSource = s.object(
  {
    ...cinderFields,
    secretRef: s.optional(s.with(LocalObjectReference, { description: 'Secret with credentials.' })),
  },
  { description: 'An OpenStack Cinder disk.', component: 'io.k8s.api.core.v1.CinderVolumeSource' },
)
export type CinderVolumeSource = TypeOf<typeof CinderVolumeSource>

const flexFields = {
  driver: s.string({ description: 'Name of the plug-in.', default: '' }),
  fsType: s.optional(s.string({ omitEmpty: true, description: 'File system to mount.' })),
  options: s.optional(s.map(s.string(), { description: 'Options for the plug-in.' })),
  readOnly: s.optional(s.bool({ omitEmpty: true, description: 'Whether to mount it read-only.' })),
}

export const FlexPersistentVolumeSource = s.object(
  {
    ...flexFields,
    secretRef: s.optional(s.with(SecretReference, { description: 'Secret for the plug-in.' })),
  },
  { description: 'A volume of an exec plug-in.', component: 'io.k8s.api.core.v1.FlexPersistentVolumeSource' },
)
export type FlexPersistentVolumeSource = TypeOf<typeof FlexPersistentVolumeSource>

export const FlexVolumeSource = s.object(
  {
    ...flexFields,
    secretRef: s.optional(s.with(LocalObjectReference, { description: 'Secret for the plug-in.' })),
  },
  { description: 'A volume of an exec plug-in.', component: 'io.k8s.api.core.v1.FlexVolumeSource' },
)
export type FlexVolumeSource = TypeOf<typeof FlexVolumeSource>

export const FlockerVolumeSource = s.object(
  {
    datasetName: s.optional(s.string({ omitEmpty: true, description: 'Name of the dataset.' })),
    datasetUUID: s.optional(s.string({ omitEmpty: true, description: 'Uid of the dataset.' })),
  },
  { description: 'A Flocker volume.', component: 'io.k8s.api.core.v1.FlockerVolumeSource' },
)
export type FlockerVolumeSource = TypeOf<typeof FlockerVolumeSource>

export const GCEPersistentDiskVolumeSource = s.object(
  {
    fsType: s.optional(s.string({ omitEmpty: true, description: 'File system to mount.' })),
    partition: s.optional(s.int32({ omitEmpty: true, description: 'Partition to mount.' })),
    pdName: s.string({ description: 'Name of the disk.', default: '' }),
    readOnly: s.optional(s.bool({ omitEmpty: true, description: 'Whether to mount it read-only.' })),
  },
  { description: 'A disk of Google Cloud.', component: 'io.k8s.api.core.v1.GCEPersistentDiskVolumeSource' },
)
export type GCEPersistentDiskVolumeSource = TypeOf<typeof GCEPersistentDiskVolumeSource>

export const GitRepoVolumeSource = s.object(
  {
    directory: s.optional(s.string({ omitEmpty: true, description: 'Directory to clone into.' })),
    repository: s.string({ description: 'URL of the repository.', default: '' }),
    revision: s.optional(s.string({ omitEmpty: true, description: 'Commit to check out.' })),
  },
  {
    description: 'A clone of a git repository. No longer supported: use an init container.',
    component: 'io.k8s.api.core.v1.GitRepoVolumeSource',
  },
)
export type GitRepoVolumeSource = TypeOf<typeof GitRepoVolumeSource>

const glusterfsFields = {
  endpoints: s.string({ description: 'Endpoints object with the servers.', default: '' }),
  path: s.string({ description: 'Name of the volume.', default: '' }),
  readOnly: s.optional(s.bool({ omitEmpty: true, description: 'Whether to mount it read-only.' })),
}

export const GlusterfsPersistentVolumeSource = s.object(
  {
    ...glusterfsFields,
    endpointsNamespace: s.optional(
      s.string({ description: 'Namespace of that object. That of the claim when not set.' }),
    ),
  },
  { description: 'A Gluster volume.', component: 'io.k8s.api.core.v1.GlusterfsPersistentVolumeSource' },
)
export type GlusterfsPersistentVolumeSource = TypeOf<typeof GlusterfsPersistentVolumeSource>

export const GlusterfsVolumeSource = s.object(
  {
    ...glusterfsFields,
  },
  { description: 'A Gluster volume.', component: 'io.k8s.api.core.v1.GlusterfsVolumeSource' },
)
export type GlusterfsVolumeSource = TypeOf<typeof GlusterfsVolumeSource>

export const PhotonPersistentDiskVolumeSource = s.object(
  {
    fsType: s.optional(s.string({ omitEmpty: true, description: 'File system to mount.' })),
    pdID: s.string({ description: 'Id of the disk.', default: '' }),
  },
  { description: 'A Photon disk.', component: 'io.k8s.api.core.v1.PhotonPersistentDiskVolumeSource' },
)
export type PhotonPersistentDiskVolumeSource = TypeOf<typeof PhotonPersistentDiskVolumeSource>

export const PortworxVolumeSource = s.object(
  {
    fsType: s.optional(s.string({ omitEmpty: true, description: 'File system to mount.' })),
    readOnly: s.optional(s.bool({ omitEmpty: true, description: 'Whether to mount it read-only.' })),
    volumeID: s.string({ description: 'Id of the volume.', default: '' }),
  },
  { description: 'A Portworx volume.', component: 'io.k8s.api.core.v1.PortworxVolumeSource' },
)
export type PortworxVolumeSource = TypeOf<typeof PortworxVolumeSource>

export const QuobyteVolumeSource = s.object(
  {
    group: s.optional(s.string({ omitEmpty: true, description: 'Group to access it as.' })),
    readOnly: s.optional(s.bool({ omitEmpty: true, description: 'Whether to mount it read-only.' })),
    registry: s.string({ description: 'Addresses of the registry services.', default: '' }),
    tenant: s.optional(s.string({ omitEmpty: true, description: 'Tenant that owns the volume.' })),
    user: s.optional(s.string({ omitEmpty: true, description: 'User to access it as.' })),
    volume: s.string({ description: 'Name of the volume.', default: '' }),
  },
  { description: 'A Quobyte volume.', component: 'io.k8s.api.core.v1.QuobyteVolumeSource' },
)
export type QuobyteVolumeSource = TypeOf<typeof QuobyteVolumeSource>

const rbdFields = {
  fsType: s.optional(s.string({ omitEmpty: true, description: 'File system to mount.' })),
  image: s.string({ description: 'Name of the image.', default: '' }),
  keyring: s.optional(
    s.string({ omitEmpty: true, description: 'File with the key ring.', default: '/etc/ceph/keyring' }),
  ),
  monitors: s.array(s.string(), { description: 'Addresses of the monitors.', listType: 'atomic' }),
  pool: s.optional(s.string({ omitEmpty: true, description: 'Pool of the image.', default: 'rbd' })),
  readOnly: s.optional(s.bool({ omitEmpty: true, description: 'Whether to mount it read-only.' })),
  user: s.optional(s.string({ omitEmpty: true, description: 'User of Ceph.', default: 'admin' })),
}

export const RBDPersistentVolumeSource = s.object(
  {
    ...rbdFields,
    secretRef: s.optional(s.with(SecretReference, { description: 'Secret with the key.' })),
  },
  { description: 'A Ceph block device.', component: 'io.k8s.api.core.v1.RBDPersistentVolumeSource' },
)
export type RBDPersistentVolumeSource = TypeOf<typeof RBDPersistentVolumeSource>

export const RBDVolumeSource = s.object(
  {
    ...rbdFields,
    secretRef: s.optional(s.with(LocalObjectReference, { description: 'Secret with the key.' })),
  },
  { description: 'A Ceph block device.', component: 'io.k8s.api.core.v1.RBDVolumeSource' },
)
export type RBDVolumeSource = TypeOf<typeof RBDVolumeSource>

const scaleIoFields = {
  fsType: s.optional(s.string({ omitEmpty: true, description: 'File system to mount.', default: 'xfs' })),
  gateway: s.string({ description: 'Address of the gateway.', default: '' }),
  protectionDomain: s.optional(s.string({ omitEmpty: true, description: 'Protection domain of the volume.' })),
  readOnly: s.optional(s.bool({ omitEmpty: true, description: 'Whether to mount it read-only.' })),
  sslEnabled: s.optional(s.bool({ omitEmpty: true, description: 'Whether to speak TLS with the gateway.' })),
  storageMode: s.optional(
    s.string({ omitEmpty: true, description: 'ThickProvisioned or ThinProvisioned.', default: 'ThinProvisioned' }),
  ),
  storagePool: s.optional(s.string({ omitEmpty: true, description: 'Storage pool of the volume.' })),
  system: s.string({ description: 'Name of the storage system.', default: '' }),
  volumeName: s.optional(s.string({ omitEmpty: true, description: 'Name of the volume.' })),
}

export const ScaleIOPersistentVolumeSource = s.object(
  {
    ...scaleIoFields,
    secretRef: s.with(SecretReference, { description: 'Secret with credentials.' }),
  },
  { description: 'A ScaleIO volume.', component: 'io.k8s.api.core.v1.ScaleIOPersistentVolumeSource' },
)
export type ScaleIOPersistentVolumeSource = TypeOf<typeof ScaleIOPersistentVolumeSource>

export const ScaleIOVolumeSource = s.object(
  {
    ...scaleIoFields,
    secretRef: s.with(LocalObjectReference, { description: 'Secret with credentials.' }),
  },
  { description: 'A ScaleIO volume.', component: 'io.k8s.api.core.v1.ScaleIOVolumeSource' },
)
export type ScaleIOVolumeSource = TypeOf<typeof ScaleIOVolumeSource>

const storageOsFields = {
  fsType: s.optional(s.string({ omitEmpty: true, description: 'File system to mount.' })),
  readOnly: s.optional(s.bool({ omitEmpty: true, description: 'Whether to mount it read-only.' })),
  volumeName: s.optional(s.string({ omitEmpty: true, description: 'Name of the volume.' })),
  volumeNamespace: s.optional(s.string({ omitEmpty: true, description: 'Its namespace at StorageOS.' })),
}

export const StorageOSPersistentVolumeSource = s.object(
  {
    ...storageOsFields,
    secretRef: s.optional(s.with(ObjectReference, { description: 'Secret with credentials.' })),
  },
  { description: 'A StorageOS volume.', component: 'io.k8s.api.core.v1.StorageOSPersistentVolumeSource' },
)
export type StorageOSPersistentVolumeSource = TypeOf<typeof StorageOSPersistentVolumeSource>

export const StorageOSVolumeSource = s.object(
  {
    ...storageOsFields,
    secretRef: s.optional(s.with(LocalObjectReference, { description: 'Secret with credentials.' })),
  },
  { description: 'A StorageOS volume.', component: 'io.k8s.api.core.v1.StorageOSVolumeSource' },
)
export type StorageOSVolumeSource = TypeOf<typeof StorageOSVolumeSource>

export const VsphereVirtualDiskVolumeSource = s.object(
  {
    fsType: s.optional(s.string({ omitEmpty: true, description: 'File system to mount.' })),
    storagePolicyID: s.optional(s.string({ omitEmpty: true, description: 'Id of the storage policy.' })),
    storagePolicyName: s.optional(s.string({ omitEmpty: true, description: 'Name of the storage policy.' })),
    volumePath: s.string({ description: 'Path of the disk.', default: '' }),
  },
  { description: 'A vSphere disk.', component: 'io.k8s.api.core.v1.VsphereVirtualDiskVolumeSource' },
)
export type VsphereVirtualDiskVolumeSource = TypeOf<typeof VsphereVirtualDiskVolumeSource>
