import { s } from '@skep/schema'
import { localReference } from '../openshift/references.ts'
import { checked, unchanged } from '../openshift/rules.ts'

const persistentVolume = s.object(
  {
    size: s.defaulted(
      s.quantity({
        description: 'Size of the volume.',
        default: '8Gi',
        ...checked(unchanged('Etcd PV storage size is immutable')),
      }),
    ),
    storageClassName: s.optional(
      s.string({
        description: 'Storage class of the volume.',
        maxLength: 255,
        ...checked(unchanged('storageClassName is immutable')),
      }),
    ),
  },
  { description: 'Volume of each member.' },
)

const restoreSnapshotURL = s.array(s.string({ maxLength: 1024 }), {
  description: 'Where to get a snapshot to begin with.',
  maxItems: 1,
  listType: 'set',
  ...checked(
    { rule: 'self.size() <= 1', message: "RestoreSnapshotURL shouldn't contain more than 1 entry" },
    unchanged('restoreSnapshotURL is immutable'),
    {
      rule: "self.all(url, url.matches('^(https|s3)://'))",
      message: 'restoreSnapshotURL must be a valid URL with scheme https or s3',
    },
  ),
})

const storage = s.object(
  {
    type: s.enum(['PersistentVolume'], { description: 'What data is kept on.' }),
    persistentVolume: s.optional(persistentVolume),
    restoreSnapshotURL: s.optional(restoreSnapshotURL),
  },
  {
    description: 'Where data is kept.',
    ...checked({
      rule: 'has(oldSelf.restoreSnapshotURL) == has(self.restoreSnapshotURL)',
      message: 'restoreSnapshotURL cannot be added or removed after creation',
    }),
  },
)

const unmanaged = s.object(
  {
    endpoint: s.string({ description: 'Where it answers.', maxLength: 255, pattern: '^https://' }),
    tls: s.object(
      {
        clientSecret: localReference(
          'Secret with etcd-client.crt, etcd-client.key and the authority etcd-client-ca.crt.',
        ),
      },
      { description: 'By what it is trusted, and trusts.' },
    ),
  },
  { description: 'An etcd that somebody else runs.' },
)

/** The etcd of a cluster that says nothing of it. */
export const DEFAULT_ETCD = {
  managed: { storage: { persistentVolume: { size: '8Gi' }, type: 'PersistentVolume' } },
  managementType: 'Managed',
}

const onlyWith = (type: string, member: string) => ({
  rule: `has(self.${member}) == (self.managementType == '${type}')`,
  message: `Only ${member} configuration must be set when managementType is ${type}`,
})

/** The etcd of a hosted cluster. */
export const Etcd = s.object(
  {
    managementType: s.enum(['Managed', 'Unmanaged'], {
      description: 'Whether it is run with the control plane, or by somebody else.',
      ...checked(unchanged('managementType is immutable')),
    }),
    managed: s.optional(s.object({ storage }, { description: 'An etcd that is run with the control plane.' })),
    unmanaged: s.optional(unmanaged),
  },
  {
    description: 'Where the state of the cluster is kept.',
    ...checked(onlyWith('Managed', 'managed'), onlyWith('Unmanaged', 'unmanaged')),
  },
)
