import { s, type TypeOf } from '@skep/schema'
import { optionalText } from '../openshift/fields.ts'
import { localReference, optionalLocalReference } from '../openshift/references.ts'

const PlatformMetadata = s.object({
  aws: s.optional(
    s.object({ hostedZoneRole: optionalText('Role for a private zone in another account.') }, { description: 'AWS.' }),
  ),
  azure: s.optional(
    s.object(
      { resourceGroupName: s.string({ description: 'Resource group of the cluster.' }) },
      { description: 'Azure.' },
    ),
  ),
  gcp: s.optional(
    s.object({ networkProjectID: optionalText('Project of a shared network.') }, { description: 'GCP.' }),
  ),
})

/** What is known of an installed cluster, written by Hive or by whoever adopts a cluster. */
export const ClusterMetadata = s.object({
  clusterID: s.string({ description: 'Id of the cluster, as telemetry reports it.' }),
  infraID: s.string({ description: 'Id that the names of its cloud resources start with.' }),
  adminKubeconfigSecretRef: localReference('Secret with the kubeconfig of the administrator.'),
  adminPasswordSecretRef: optionalLocalReference('Secret with user and password of the administrator.'),
  metadataJSONSecretRef: optionalLocalReference("Secret with the installer's metadata.json."),
  platform: s.optional(s.with(PlatformMetadata, { description: 'What is known of it on its platform.' })),
})
export type ClusterMetadata = TypeOf<typeof ClusterMetadata>
