import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { ClusterMetadata } from '../hive/cluster-metadata.ts'
import { probedConditions } from '../openshift/conditions.ts'
import { localReference, NameReference } from '../openshift/references.ts'
import { hiveInternalV1Alpha1 } from './group.ts'

const spec = s.object(
  {
    clusterDeploymentRef: localReference('The cluster.'),
    imageSetRef: s.with(NameReference, { description: 'ClusterImageSet with the release to install.' }),
    clusterMetadata: s.optional(s.with(ClusterMetadata, { description: 'What is known of the installed cluster.' })),
  },
  { description: 'What to pretend.' },
)

/** Pretends to install a cluster, as any other controller may that Hive leaves installing to. */
export const FakeClusterInstall = defineKind({
  ...hiveInternalV1Alpha1,
  kind: 'FakeClusterInstall',
  plural: 'fakeclusterinstalls',
  statusSubresource: true,
  schema: s.object(
    {
      ...kubeObject,
      spec,
      status: s.optional(
        s.object({ conditions: s.optional(probedConditions()) }, { description: 'How far it pretends to be.' }),
      ),
    },
    { description: 'Pretends to install a cluster.' },
  ),
})
export type FakeClusterInstall = ObjectOf<typeof FakeClusterInstall>
