import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { probedConditions } from '../openshift/conditions.ts'
import { optionalFlag, optionalText, optionalTexts } from '../openshift/fields.ts'
import { localReference } from '../openshift/references.ts'
import { hiveV1 } from './group.ts'
import { awsCredentials } from './platform-aws.ts'
import { azureCloudName } from './platform-azure.ts'

const aws = s.object(
  {
    ...awsCredentials,
    additionalTags: s.optional(
      s.array(s.object({ key: s.string({ description: 'Key.' }), value: s.string({ description: 'Value.' }) }), {
        description: 'Tags of the zone.',
      }),
    ),
    region: optionalText('Region whose endpoint to use.'),
  },
  { description: 'A zone of Route 53.' },
)

const azure = s.object(
  {
    credentialsSecretRef: localReference('Secret with osServicePrincipal.json.'),
    resourceGroupName: s.string({ description: 'Resource group of the zone.' }),
    cloudName: azureCloudName,
  },
  { description: 'A zone of Azure DNS.' },
)

const spec = s.object(
  {
    zone: s.string({ description: 'Domain of the zone.' }),
    linkToParentDomain: optionalFlag('Whether the parent zone is told of its name servers.'),
    preserveOnDelete: optionalFlag('Whether the zone outlives this object.'),
    aws: s.optional(aws),
    azure: s.optional(azure),
    gcp: s.optional(
      s.object(
        { credentialsSecretRef: localReference('Secret with osServiceAccount.json.') },
        { description: 'A zone of Cloud DNS.' },
      ),
    ),
  },
  { description: 'The zone and where it is.' },
)

const status = s.object(
  {
    lastSyncTimestamp: s.optional(s.time({ description: 'When the zone was last looked at.' })),
    lastSyncGeneration: s.optional(s.int64({ description: 'Generation of the spec at that time.' })),
    nameServers: optionalTexts('Name servers of the zone.'),
    aws: s.optional(s.object({ zoneID: optionalText('Id of the zone.') }, { description: 'AWS.' })),
    azure: s.optional(s.object({}, { description: 'Azure.' })),
    gcp: s.optional(s.object({ zoneName: optionalText('Name of the zone.') }, { description: 'GCP.' })),
    conditions: s.optional(probedConditions()),
  },
  { description: 'What Hive knows of the zone.' },
)

/** A DNS zone that Hive looks after. */
export const DnsZone = defineKind({
  ...hiveV1,
  kind: 'DNSZone',
  plural: 'dnszones',
  scope: 'Namespaced',
  statusSubresource: true,
  schema: s.object(
    { ...kubeObject, spec, status: s.optional(status) },
    { description: 'A DNS zone that Hive looks after.' },
  ),
})
export type DnsZone = ObjectOf<typeof DnsZone>
