import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { probedConditions } from '../openshift/conditions.ts'
import { optionalText } from '../openshift/fields.ts'
import { localReference, optionalLocalReference } from '../openshift/references.ts'
import { hiveV1 } from './group.ts'

/** How far an attempt is. */
export type ProvisionStage = 'initializing' | 'provisioning' | 'complete' | 'failed'

const spec = s.object(
  {
    clusterDeploymentRef: localReference('The cluster to install.'),
    attempt: s.integer({ description: 'Number of this attempt, from 0.' }),
    stage: s.string({ description: 'initializing, provisioning, complete or failed.' }),
    podSpec: s.anyObject({ description: 'The pod that runs the installer, kept as it is.' }),
    clusterID: optionalText('Id of the cluster.'),
    infraID: optionalText('Id that the names of its cloud resources start with.'),
    installLog: optionalText('What the installer said.'),
    metadata: s.optional(s.anyObject({ description: "Deprecated: the installer's metadata, kept as it is." })),
    metadataJSON: s.optional(s.bytes({ description: "The installer's metadata.json." })),
    adminKubeconfigSecretRef: optionalLocalReference('Secret with the kubeconfig of the administrator.'),
    adminPasswordSecretRef: optionalLocalReference('Secret with user and password of the administrator.'),
    prevClusterID: optionalText('Id of the cluster of the attempt before.'),
    prevInfraID: optionalText('Resource id of the attempt before, which is cleaned up first.'),
    prevProvisionName: optionalText('Name of the attempt before.'),
  },
  // The pod of the installer may carry fields that are newer than this schema.
  { description: 'The attempt and its outcome.', preserveUnknown: true },
)

const status = s.object(
  { jobRef: optionalLocalReference('Job of the installer.'), conditions: s.optional(probedConditions()) },
  { description: 'What Hive knows of it.' },
)

/** One attempt to install a cluster. */
export const ClusterProvision = defineKind({
  ...hiveV1,
  kind: 'ClusterProvision',
  plural: 'clusterprovisions',
  scope: 'Namespaced',
  statusSubresource: true,
  schema: s.object(
    { ...kubeObject, spec, status: s.optional(status) },
    { description: 'One attempt to install a cluster.' },
  ),
  columns: [
    { name: 'ClusterDeployment', type: 'string', jsonPath: '.spec.clusterDeploymentRef.name' },
    { name: 'Stage', type: 'string', jsonPath: '.spec.stage' },
    { name: 'InfraID', type: 'string', jsonPath: '.spec.infraID' },
  ],
})
export type ClusterProvision = ObjectOf<typeof ClusterProvision>
