import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { emptyPart } from '../openshift/fields.ts'
import { hiveV1 } from './group.ts'

const schema = s.object(
  {
    ...kubeObject,
    spec: s.object(
      { releaseImage: s.string({ description: 'Image of the release.' }) },
      { description: 'The release.' },
    ),
    status: emptyPart(),
  },
  { description: 'A release of OpenShift that clusters may be installed with.' },
)

/** A release of OpenShift by name. */
export const ClusterImageSet = defineKind({
  ...hiveV1,
  kind: 'ClusterImageSet',
  plural: 'clusterimagesets',
  shortNames: ['imgset'],
  scope: 'Cluster',
  statusSubresource: true,
  schema,
  columns: [{ name: 'Release', type: 'string', jsonPath: '.spec.releaseImage' }],
})
export type ClusterImageSet = ObjectOf<typeof ClusterImageSet>
