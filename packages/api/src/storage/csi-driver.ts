import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { csiDriverRules, csiDriverTable } from './csi-driver.rules.ts'

export const CSITokenRequest = s.object(
  {
    audience: s.string({ description: 'Audience of the token; empty for that of the API server.', default: '' }),
    expirationSeconds: s.optional(s.int64({ description: 'Wanted lifetime of the token, in seconds.' })),
  },
  {
    description: 'A service account token that a CSI driver wants for the pods that use its volumes.',
    component: 'io.k8s.api.storage.v1.TokenRequest',
  },
)
export type CSITokenRequest = TypeOf<typeof CSITokenRequest>

export const CSIDriverSpec = s.object(
  {
    attachRequired: s.optional(
      s.bool({ description: 'Whether volumes must be attached to a node before use. True by default; cannot change.' }),
    ),
    fsGroupPolicy: s.optional(
      s.string({
        description:
          'Whether volumes support a change of owner and permissions: ReadWriteOnceWithFSType (the default), File or None.',
      }),
    ),
    nodeAllocatableUpdatePeriodSeconds: s.optional(
      s.int64({
        description: 'How often, in seconds, the number of volumes a node can take is asked anew; at least 10.',
      }),
    ),
    podInfoOnMount: s.optional(
      s.bool({
        description: 'Whether the driver wants to know about the pod when it mounts a volume. False by default.',
      }),
    ),
    requiresRepublish: s.optional(
      s.bool({ description: 'Whether the driver wants mounts repeated regularly, to refresh what is in them.' }),
    ),
    seLinuxMount: s.optional(s.bool({ description: 'Whether volumes can be mounted with an SELinux context.' })),
    serviceAccountTokenInSecrets: s.optional(
      s.bool({ description: 'Whether tokens reach the driver as secrets rather than in the volume context.' }),
    ),
    storageCapacity: s.optional(
      s.bool({ description: 'Whether pods wait for reports of free capacity before they are scheduled.' }),
    ),
    tokenRequests: s.optional(
      s.array(CSITokenRequest, {
        description: 'Service account tokens the driver wants when it mounts.',
        listType: 'atomic',
      }),
    ),
    volumeLifecycleModes: s.optional(
      s.array(s.string(), {
        description: 'How volumes may be used: Persistent (the default) or Ephemeral, or both.',
        listType: 'set',
      }),
    ),
  },
  { description: 'What the cluster should know of a CSI driver.', component: 'io.k8s.api.storage.v1.CSIDriverSpec' },
)
export type CSIDriverSpec = TypeOf<typeof CSIDriverSpec>

const schema = s.object(
  {
    ...kubeObject,
    spec: s.with(CSIDriverSpec, { description: 'What the cluster should know of the driver.', default: {} }),
  },
  {
    description: 'A CSI storage driver that is installed in the cluster.',
    component: 'io.k8s.api.storage.v1.CSIDriver',
  },
)

export const CSIDriver = defineKind({
  group: 'storage.k8s.io',
  version: 'v1',
  kind: 'CSIDriver',
  plural: 'csidrivers',
  scope: 'Cluster',
  schema,
  columns: csiDriverTable.columns,
  rules: csiDriverRules,
})
export type CSIDriver = TypeOf<typeof schema>
