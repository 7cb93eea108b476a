import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { emptyPart } from '../openshift/fields.ts'
import { labelSelector } from '../openshift/references.ts'
import { hiveV1 } from './group.ts'
import { syncSetContent } from './sync-set-spec.ts'

const spec = s.object(
  {
    clusterDeploymentSelector: s.optional(labelSelector('The clusters, in all namespaces.')),
    ...syncSetContent,
  },
  { description: 'What to bring where.', default: {} },
)

/** Brings objects into clusters chosen by label. */
export const SelectorSyncSet = defineKind({
  ...hiveV1,
  kind: 'SelectorSyncSet',
  plural: 'selectorsyncsets',
  shortNames: ['sss'],
  scope: 'Cluster',
  statusSubresource: true,
  schema: s.object(
    { ...kubeObject, spec: s.defaulted(spec), status: emptyPart() },
    { description: 'Brings objects into clusters chosen by label.' },
  ),
})
export type SelectorSyncSet = ObjectOf<typeof SelectorSyncSet>
