import { s, type TypeOf } from '@skep/schema'
import { LabelSelector } from '../meta/types.ts'
import { ObjectFieldSelector, ResourceFieldSelector } from './env.ts'

export const ClusterTrustBundleProjection = s.object(
  {
    labelSelector: s.optional(s.with(LabelSelector, { description: 'Bundles of the signer to use, by label.' })),
    name: s.optional(s.string({ description: 'One bundle, by name.' })),
    optional: s.optional(s.bool({ description: 'Whether the pod may start without the bundle.' })),
    path: s.string({ description: 'Path of the file in the volume.', default: '' }),
    signerName: s.optional(s.string({ description: 'Signer whose bundles to use.' })),
  },
  {
    description: 'Certificates of a trust bundle, as one file.',
    component: 'io.k8s.api.core.v1.ClusterTrustBundleProjection',
  },
)
export type ClusterTrustBundleProjection = TypeOf<typeof ClusterTrustBundleProjection>

export const KeyToPath = s.object(
  {
    key: s.string({ description: 'The key.', default: '' }),
    mode: s.optional(s.int32({ description: 'Permissions of the file.' })),
    path: s.string({ description: 'Path of the file in the volume; relative, without dot-dot.', default: '' }),
  },
  { description: 'A key and the file it becomes.', component: 'io.k8s.api.core.v1.KeyToPath' },
)
export type KeyToPath = TypeOf<typeof KeyToPath>

export const ConfigMapProjection = s.object(
  {
    items: s.optional(
      s.array(KeyToPath, { description: 'Keys to use and their files. All keys when not set.', listType: 'atomic' }),
    ),
    name: s.optional(s.string({ omitEmpty: true, description: 'Name of the ConfigMap.' })),
    optional: s.optional(s.bool({ description: 'Whether the pod may start without it.' })),
  },
  { description: 'Keys of a ConfigMap, as files.', component: 'io.k8s.api.core.v1.ConfigMapProjection' },
)
export type ConfigMapProjection = TypeOf<typeof ConfigMapProjection>

export const ConfigMapVolumeSource = s.object(
  {
    defaultMode: s.optional(s.int32({ description: 'Permissions of the files; 0644 when not set.' })),
    items: s.optional(
      s.array(KeyToPath, { description: 'Keys to use and their files. All keys when not set.', listType: 'atomic' }),
    ),
    name: s.optional(s.string({ omitEmpty: true, description: 'Name of the ConfigMap.' })),
    optional: s.optional(s.bool({ description: 'Whether the pod may start without it.' })),
  },
  { description: 'Keys of a ConfigMap, as files.', component: 'io.k8s.api.core.v1.ConfigMapVolumeSource' },
)
export type ConfigMapVolumeSource = TypeOf<typeof ConfigMapVolumeSource>

export const DownwardAPIVolumeFile = s.object(
  {
    fieldRef: s.optional(s.with(ObjectFieldSelector, { description: 'A field of the pod.' })),
    mode: s.optional(s.int32({ description: 'Permissions of the file.' })),
    path: s.string({ description: 'Path of the file in the volume; relative, without dot-dot.', default: '' }),
    resourceFieldRef: s.optional(
      s.with(ResourceFieldSelector, { description: 'A resource request or limit of a container.' }),
    ),
  },
  {
    description: 'A fact about the pod and the file it becomes.',
    component: 'io.k8s.api.core.v1.DownwardAPIVolumeFile',
  },
)
export type DownwardAPIVolumeFile = TypeOf<typeof DownwardAPIVolumeFile>

export const DownwardAPIProjection = s.object(
  {
    items: s.optional(
      s.array(DownwardAPIVolumeFile, { description: 'The facts and their files.', listType: 'atomic' }),
    ),
  },
  { description: 'Facts about the pod, as files.', component: 'io.k8s.api.core.v1.DownwardAPIProjection' },
)
export type DownwardAPIProjection = TypeOf<typeof DownwardAPIProjection>

export const DownwardAPIVolumeSource = s.object(
  {
    defaultMode: s.optional(s.int32({ description: 'Permissions of the files; 0644 when not set.' })),
    items: s.optional(
      s.array(DownwardAPIVolumeFile, { description: 'The facts and their files.', listType: 'atomic' }),
    ),
  },
  { description: 'Facts about the pod, as files.', component: 'io.k8s.api.core.v1.DownwardAPIVolumeSource' },
)
export type DownwardAPIVolumeSource = TypeOf<typeof DownwardAPIVolumeSource>

export const PodCertificateProjection = s.object(
  {
    certificateChainPath: s.optional(s.string({ omitEmpty: true, description: 'File for the certificates.' })),
    credentialBundlePath: s.optional(
      s.string({ omitEmpty: true, description: 'File for key and certificates together.' }),
    ),
    keyPath: s.optional(s.string({ omitEmpty: true, description: 'File for the key.' })),
    keyType: s.string({ description: 'Kind of key, such as ED25519 or ECDSAP256.' }),
    maxExpirationSeconds: s.optional(s.int32({ description: 'Longest life of a certificate to ask for.' })),
    signerName: s.string({ description: 'Signer that issues the certificate.' }),
    userAnnotations: s.optional(s.map(s.string(), { description: 'Extra facts for the signer.' })),
  },
  {
    description: 'A private key and certificate made for the pod.',
    component: 'io.k8s.api.core.v1.PodCertificateProjection',
  },
)
export type PodCertificateProjection = TypeOf<typeof PodCertificateProjection>

export const SecretProjection = s.object(
  {
    items: s.optional(
      s.array(KeyToPath, { description: 'Keys to use and their files. All keys when not set.', listType: 'atomic' }),
    ),
    name: s.optional(s.string({ omitEmpty: true, description: 'Name of the Secret.' })),
    optional: s.optional(s.bool({ description: 'Whether the pod may start without it.' })),
  },
  { description: 'Keys of a Secret, as files.', component: 'io.k8s.api.core.v1.SecretProjection' },
)
export type SecretProjection = TypeOf<typeof SecretProjection>

export const ServiceAccountTokenProjection = s.object(
  {
    audience: s.optional(
      s.string({ omitEmpty: true, description: 'Whom the token is for. The API server when not set.' }),
    ),
    expirationSeconds: s.optional(
      s.int64({ description: 'Life of the token in seconds, at least 600. One hour when not set.' }),
    ),
    path: s.string({ description: 'Path of the file in the volume.', default: '' }),
  },
  {
    description: 'A token of the service account, as a file that is kept fresh.',
    component: 'io.k8s.api.core.v1.ServiceAccountTokenProjection',
  },
)
export type ServiceAccountTokenProjection = TypeOf<typeof ServiceAccountTokenProjection>

export const VolumeProjection = s.object(
  {
    clusterTrustBundle: s.optional(
      s.with(ClusterTrustBundleProjection, { description: 'Certificates of a trust bundle.' }),
    ),
    configMap: s.optional(s.with(ConfigMapProjection, { description: 'Keys of a ConfigMap.' })),
    downwardAPI: s.optional(s.with(DownwardAPIProjection, { description: 'Facts about the pod.' })),
    podCertificate: s.optional(
      s.with(PodCertificateProjection, { description: 'A private key and certificate made for the pod.' }),
    ),
    secret: s.optional(s.with(SecretProjection, { description: 'Keys of a Secret.' })),
    serviceAccountToken: s.optional(
      s.with(ServiceAccountTokenProjection, { description: 'A token of the service account.' }),
    ),
  },
  {
    description: 'One source of a projected volume. Exactly one is set.',
    component: 'io.k8s.api.core.v1.VolumeProjection',
  },
)
export type VolumeProjection = TypeOf<typeof VolumeProjection>

export const ProjectedVolumeSource = s.object(
  {
    defaultMode: s.optional(s.int32({ description: 'Permissions of the files; 0644 when not set.' })),
    sources: s.optional(s.array(VolumeProjection, { description: 'The sources.', listType: 'atomic' })),
  },
  { description: 'Several sources in one directory.', component: 'io.k8s.api.core.v1.ProjectedVolumeSource' },
)
export type ProjectedVolumeSource = TypeOf<typeof ProjectedVolumeSource>

export const SecretVolumeSource = s.object(
  {
    defaultMode: s.optional(s.int32({ description: 'Permissions of the files; 0644 when not set.' })),
    items: s.optional(
      s.array(KeyToPath, { description: 'Keys to use and their files. All keys when not set.', listType: 'atomic' }),
    ),
    optional: s.optional(s.bool({ description: 'Whether the pod may start without it.' })),
    secretName: s.optional(s.string({ omitEmpty: true, description: 'Name of the Secret.' })),
  },
  { description: 'Keys of a Secret, as files.', component: 'io.k8s.api.core.v1.SecretVolumeSource' },
)
export type SecretVolumeSource = TypeOf<typeof SecretVolumeSource>
