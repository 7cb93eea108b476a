import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { ageColumn, optionalText } from '../openshift/fields.ts'
import { conditionPath } from '../openshift-config/group.ts'
import { clusterGroup, NAMESPACE_NAME } from './group.ts'

const QUALIFIED_NAME =
  '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$'

const Taint = s.object({
  key: s.string({ description: 'Key of the taint.', maxLength: 316, pattern: QUALIFIED_NAME }),
  value: s.optional(s.string({ description: 'Value of the taint.', maxLength: 1024 })),
  effect: s.enum(['NoSelect', 'PreferNoSelect', 'NoSelectIfNew'], { description: 'What it does to placements.' }),
  timeAdded: s.optional(s.time({ description: 'When it was added.', nullable: true })),
})

const ClientConfig = s.object({
  url: s.string({ description: 'Where the API of the cluster answers.' }),
  caBundle: s.optional(s.bytes({ description: 'Authorities of its certificate.' })),
})

const spec = s.object(
  {
    hubAcceptsClient: s.defaulted(s.bool({ description: 'Whether the hub lets the cluster in.', default: false })),
    leaseDurationSeconds: s.defaulted(s.int32({ description: 'How often the cluster says it is there.', default: 60 })),
    managedClusterClientConfigs: s.optional(
      s.array(ClientConfig, { description: 'How the API of the cluster is reached.' }),
    ),
    taints: s.optional(s.array(Taint, { description: 'What keeps placements from choosing it.' })),
  },
  { description: 'How the hub treats the cluster.' },
)

const resources = (description: string) => s.optional(s.map(s.quantity(), { description }))

const ManagedNamespace = s.object({
  clusterSet: s.string({ description: 'Set that asks for it.' }),
  name: s.string({ description: 'Name of the namespace.', ...NAMESPACE_NAME }),
  conditions: s.optional(s.conditions()),
})

const status = s.object(
  {
    conditions: s.conditions(),
    capacity: resources('What all nodes have.'),
    allocatable: resources('What nodes that take pods have for them.'),
    version: s.optional(
      s.object({ kubernetes: optionalText('Version of Kubernetes.') }, { description: 'Version of the cluster.' }),
    ),
    clusterClaims: s.optional(
      s.array(
        s.object({
          name: s.optional(s.string({ description: 'Name of the claim.', minLength: 1, maxLength: 253 })),
          value: s.optional(s.string({ description: 'Value of the claim.', minLength: 1, maxLength: 1024 })),
        }),
        { description: 'What the cluster says of itself.' },
      ),
    ),
    managedNamespaces: s.optional(
      s.array(ManagedNamespace, {
        description: 'Namespaces that sets of clusters ask for.',
        listType: 'map',
        listMapKeys: ['clusterSet', 'name'],
      }),
    ),
  },
  { description: 'What the cluster says of itself.' },
)

/** A cluster that a hub knows. */
export const ManagedCluster = defineKind({
  ...clusterGroup,
  version: 'v1',
  kind: 'ManagedCluster',
  plural: 'managedclusters',
  shortNames: ['mcl', 'mcls'],
  scope: 'Cluster',
  schema: s.object(
    { ...kubeObject, spec: s.optional(spec), status: s.optional(status) },
    { description: 'A cluster that a hub knows.' },
  ),
  columns: [
    { name: 'Hub Accepted', type: 'boolean', jsonPath: '.spec.hubAcceptsClient' },
    { name: 'Managed Cluster URLs', type: 'string', jsonPath: '.spec.managedClusterClientConfigs[*].url' },
    { name: 'Joined', type: 'string', jsonPath: conditionPath('ManagedClusterJoined', 'status') },
    { name: 'Available', type: 'string', jsonPath: conditionPath('ManagedClusterConditionAvailable', 'status') },
    ageColumn,
  ],
})
export type ManagedCluster = ObjectOf<typeof ManagedCluster>
