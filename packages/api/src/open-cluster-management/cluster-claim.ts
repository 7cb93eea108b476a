import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { clusterGroup } from './group.ts'

/** What a managed cluster says of itself. Hive has a kind of the same name, for something else. */
export const ManagedClusterClaim = defineKind({
  ...clusterGroup,
  version: 'v1alpha1',
  kind: 'ClusterClaim',
  plural: 'clusterclaims',
  scope: 'Cluster',
  statusSubresource: false,
  schema: s.object(
    {
      ...kubeObject,
      spec: s.optional(
        s.object(
          { value: s.optional(s.string({ description: 'The value.', minLength: 1, maxLength: 1024 })) },
          { description: 'What the cluster says.' },
        ),
      ),
    },
    { description: 'What a managed cluster says of itself.' },
  ),
})
export type ManagedClusterClaim = ObjectOf<typeof ManagedClusterClaim>
