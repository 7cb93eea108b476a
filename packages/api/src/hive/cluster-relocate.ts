import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { emptyPart } from '../openshift/fields.ts'
import { labelSelector, namespacedReference } from '../openshift/references.ts'
import { hiveV1 } from './group.ts'

const spec = s.object(
  {
    clusterDeploymentSelector: labelSelector('The clusters to hand over.'),
    kubeconfigSecretRef: namespacedReference('Secret with the kubeconfig of the other Hive.'),
  },
  { description: 'What to hand over, and to whom.' },
)

/** Hands clusters over to another Hive. */
export const ClusterRelocate = defineKind({
  ...hiveV1,
  kind: 'ClusterRelocate',
  plural: 'clusterrelocates',
  scope: 'Namespaced',
  statusSubresource: true,
  schema: s.object(
    { ...kubeObject, spec, status: emptyPart() },
    { description: 'Hands clusters over to another Hive.' },
  ),
  columns: [{ name: 'Selector', type: 'string', jsonPath: '.spec.clusterDeploymentSelector' }],
})
export type ClusterRelocate = ObjectOf<typeof ClusterRelocate>
