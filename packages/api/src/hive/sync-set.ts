import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { emptyPart } from '../openshift/fields.ts'
import { LocalReference } from '../openshift/references.ts'
import { hiveV1 } from './group.ts'
import { syncSetContent } from './sync-set-spec.ts'

const spec = s.object(
  {
    clusterDeploymentRefs: s.array(LocalReference, { description: 'The clusters.' }),
    ...syncSetContent,
  },
  { description: 'What to bring where.' },
)

/** Brings objects into clusters of its namespace. */
export const SyncSet = defineKind({
  ...hiveV1,
  kind: 'SyncSet',
  plural: 'syncsets',
  shortNames: ['ss'],
  scope: 'Namespaced',
  statusSubresource: true,
  schema: s.object(
    { ...kubeObject, spec, status: emptyPart() },
    { description: 'Brings objects into clusters of its namespace.' },
  ),
})
export type SyncSet = ObjectOf<typeof SyncSet>
