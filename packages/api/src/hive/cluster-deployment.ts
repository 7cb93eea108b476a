import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { ageColumn } from '../openshift/fields.ts'
import { ClusterDeploymentSpec } from './cluster-deployment-spec.ts'
import { ClusterDeploymentStatus } from './cluster-deployment-status.ts'
import { hiveV1 } from './group.ts'

const schema = s.object(
  {
    ...kubeObject,
    spec: s.with(ClusterDeploymentSpec, { description: 'What the cluster shall be.' }),
    status: s.optional(s.with(ClusterDeploymentStatus, { description: 'What Hive knows of it.' })),
  },
  { description: 'An OpenShift cluster that Hive installs, adopts, hibernates and removes.' },
)

const label = (name: string): string => `.metadata.labels.hive\\.openshift\\.io/${name}`

/** A cluster of Hive. */
export const ClusterDeployment = defineKind({
  ...hiveV1,
  kind: 'ClusterDeployment',
  plural: 'clusterdeployments',
  shortNames: ['cd'],
  scope: 'Namespaced',
  statusSubresource: true,
  schema,
  columns: [
    { name: 'InfraID', type: 'string', jsonPath: '.spec.clusterMetadata.infraID' },
    { name: 'Platform', type: 'string', jsonPath: label('cluster-platform') },
    { name: 'Region', type: 'string', jsonPath: label('cluster-region') },
    { name: 'Version', type: 'string', jsonPath: label('version') },
    { name: 'ClusterType', type: 'string', jsonPath: label('cluster-type') },
    { name: 'ProvisionStatus', type: 'string', jsonPath: ".status.conditions[?(@.type=='Provisioned')].reason" },
    { name: 'PowerState', type: 'string', jsonPath: '.status.powerState' },
    ageColumn,
  ],
})
export type ClusterDeployment = ObjectOf<typeof ClusterDeployment>
