import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { probedConditions } from '../openshift/conditions.ts'
import { ageColumn, optionalFlag, optionalText } from '../openshift/fields.ts'
import { optionalLocalReference } from '../openshift/references.ts'
import { DeprovisionPlatform } from './deprovision-platform.ts'
import { hiveV1 } from './group.ts'

const spec = s.object(
  {
    infraID: s.string({ description: 'Id that the names of the cloud resources start with.' }),
    clusterID: optionalText('Id of the cluster.'),
    clusterName: optionalText('Name of the cluster.'),
    baseDomain: optionalText('Base domain of the cluster.'),
    metadataJSONSecretRef: optionalLocalReference("Secret with the installer's metadata.json."),
    platform: s.optional(s.with(DeprovisionPlatform, { description: 'Where the resources are.' })),
  },
  { description: 'What to remove.' },
)

const status = s.object(
  { completed: optionalFlag('Whether everything is removed.'), conditions: s.optional(probedConditions()) },
  { description: 'What Hive knows of it.' },
)

/** The removal of a cluster's cloud resources. */
export const ClusterDeprovision = defineKind({
  ...hiveV1,
  kind: 'ClusterDeprovision',
  plural: 'clusterdeprovisions',
  shortNames: ['cdr'],
  scope: 'Namespaced',
  statusSubresource: true,
  schema: s.object(
    { ...kubeObject, spec, status: s.optional(status) },
    { description: "The removal of a cluster's cloud resources." },
  ),
  columns: [
    { name: 'InfraID', type: 'string', jsonPath: '.spec.infraID' },
    { name: 'ClusterID', type: 'string', jsonPath: '.spec.clusterID' },
    { name: 'Completed', type: 'boolean', jsonPath: '.status.completed' },
    ageColumn,
  ],
})
export type ClusterDeprovision = ObjectOf<typeof ClusterDeprovision>
