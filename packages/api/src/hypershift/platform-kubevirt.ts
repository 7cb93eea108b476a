import { s } from '@skep/schema'
import { checked, notRemoved, unchanged } from '../openshift/rules.ts'
import { optionalText, secretKey, text } from './fields.ts'

/** Another cluster whose virtual machines become the nodes. */
export const kubevirtCredentials = s.object(
  {
    infraKubeConfigSecret: s.optional(
      secretKey('Secret with the kubeconfig of that cluster.', unchanged('infraKubeConfigSecret is immutable')),
    ),
    infraNamespace: s.string({
      description: 'Namespace of the virtual machines there.',
      maxLength: 255,
      ...checked(unchanged('infraNamespace is immutable')),
    }),
  },
  { description: 'Another cluster whose virtual machines become the nodes.' },
)

const group = optionalText('Group of classes that belong together.')

const storageClassMapping = s.array(
  s.object({
    group,
    infraStorageClassName: text('Name of the storage class in the cluster that runs the machines.'),
    guestStorageClassName: text('Name of the storage class in the hosted cluster.'),
  }),
  {
    description: 'Which storage class stands for which.',
    maxItems: 50,
    ...checked(unchanged('storageClassMapping is immutable')),
  },
)

const volumeSnapshotClassMapping = s.array(
  s.object({
    group,
    infraVolumeSnapshotClassName: text('Name of the snapshot class in the cluster that runs the machines.'),
    guestVolumeSnapshotClassName: text('Name of the snapshot class in the hosted cluster.'),
  }),
  {
    description: 'Which snapshot class stands for which.',
    maxItems: 50,
    ...checked(unchanged('volumeSnapshotClassMapping is immutable')),
  },
)

const storageDriver = s.object(
  {
    type: s.defaulted(
      s.enum(['None', 'Default', 'Manual'], {
        description: 'Which storage classes the cluster has: none, those marked as default, or those listed.',
        default: 'Default',
        ...checked(unchanged('storageDriver.Type is immutable')),
      }),
    ),
    manual: s.optional(
      s.object(
        {
          storageClassMapping: s.optional(storageClassMapping),
          volumeSnapshotClassMapping: s.optional(volumeSnapshotClassMapping),
        },
        { description: 'The classes, one by one.', ...checked(unchanged('storageDriver.Manual is immutable')) },
      ),
    ),
  },
  { description: 'Storage of the cluster.', ...checked(unchanged('storageDriver is immutable')) },
)

/** A cluster whose nodes are virtual machines of a Kubernetes cluster. */
export const KubevirtPlatform = s.object(
  {
    baseDomainPassthrough: s.optional(
      s.bool({
        description: "Whether the domain is below that of the management cluster's applications.",
        ...checked(unchanged('baseDomainPassthrough is immutable')),
      }),
    ),
    generateID: s.optional(
      s.string({
        description: 'Id that sets the cluster apart from others; made up where it is missing.',
        maxLength: 11,
        ...checked(unchanged('Kubevirt GenerateID is immutable once set')),
      }),
    ),
    credentials: s.optional(kubevirtCredentials),
    storageDriver: s.optional(storageDriver),
  },
  {
    description: 'Virtual machines of a Kubernetes cluster.',
    ...checked(notRemoved('generateID', 'Kubevirt GenerateID is required once set')),
  },
)
