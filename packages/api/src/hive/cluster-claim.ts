import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { probedConditions } from '../openshift/conditions.ts'
import { ageColumn, goDuration, optionalText } from '../openshift/fields.ts'
import { hiveV1 } from './group.ts'

const Subject = s.object(
  {
    kind: s.string({ description: 'User, Group or ServiceAccount.' }),
    name: s.string({ description: 'Who it is.' }),
    apiGroup: optionalText('API group of the kind.'),
    namespace: optionalText('Namespace of a service account.'),
  },
  { mapType: 'atomic' },
)

const spec = s.object(
  {
    clusterPoolName: s.string({ description: 'Pool to take a cluster from.' }),
    subjects: s.optional(s.array(Subject, { description: 'Who may use the cluster.' })),
    namespace: optionalText('Namespace of the cluster, written by Hive.'),
    lifetime: s.optional(goDuration('How long the cluster is wanted, from when it was assigned.')),
  },
  { description: 'What is asked for, and what was given.' },
)

const status = s.object(
  {
    conditions: s.optional(probedConditions()),
    lifetime: optionalText('Lifetime that holds, after the pool had its say.'),
  },
  { description: 'What became of the claim.' },
)

const reasonOf = (type: string): string => `.status.conditions[?(@.type=='${type}')].reason`

/** Asks for a cluster of a pool. Other API groups have claims of the same name. */
export const HiveClusterClaim = defineKind({
  ...hiveV1,
  kind: 'ClusterClaim',
  plural: 'clusterclaims',
  scope: 'Namespaced',
  statusSubresource: true,
  schema: s.object(
    { ...kubeObject, spec, status: s.optional(status) },
    { description: 'Asks for a cluster of a pool.' },
  ),
  columns: [
    { name: 'Pool', type: 'string', jsonPath: '.spec.clusterPoolName' },
    { name: 'Pending', type: 'string', jsonPath: reasonOf('Pending') },
    { name: 'ClusterNamespace', type: 'string', jsonPath: '.spec.namespace' },
    { name: 'ClusterRunning', type: 'string', jsonPath: reasonOf('ClusterRunning') },
    ageColumn,
  ],
})
export type HiveClusterClaim = ObjectOf<typeof HiveClusterClaim>
