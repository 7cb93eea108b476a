import { s } from '@skep/schema'
import { optionalText, optionalTexts } from '../openshift/fields.ts'
import { localReference, optionalLocalReference } from '../openshift/references.ts'
import { azureCloudName } from './platform-azure.ts'

const awsSecret = localReference('Secret with aws_access_key_id and aws_secret_access_key.')
const azureSecret = localReference('Secret with osServicePrincipal.json.')
const gcpSecret = localReference('Secret with osServiceAccount.json.')

const ManagedDomain = s.object({
  domains: s.array(s.string(), { description: 'Domains below which clusters may have zones.' }),
  aws: s.optional(
    s.object(
      { credentialsSecretRef: awsSecret, region: optionalText('Region whose endpoint to use.') },
      { description: 'Zones of Route 53.' },
    ),
  ),
  azure: s.optional(
    s.object(
      {
        credentialsSecretRef: azureSecret,
        resourceGroupName: s.string({ description: 'Resource group of the zones.' }),
        cloudName: azureCloudName,
      },
      { description: 'Zones of Azure DNS.' },
    ),
  ),
  gcp: s.optional(s.object({ credentialsSecretRef: gcpSecret }, { description: 'Zones of Cloud DNS.' })),
})

/** Domains that Hive may make zones below. */
export const managedDomains = s.optional(
  s.array(ManagedDomain, { description: 'Domains that Hive may make zones below.' }),
)

const EndpointVpc = s.object({
  region: s.string({ description: 'Region of the VPC.' }),
  vpcID: s.string({ description: 'Id of the VPC.' }),
  subnets: s.array(
    s.object({
      availabilityZone: s.string({ description: 'Zone of the subnet.' }),
      subnetID: s.string({ description: 'Id of the subnet.' }),
    }),
    { description: 'Subnets for endpoints.' },
  ),
})

const AssociatedVpc = s.object({
  region: s.string({ description: 'Region of the VPC.' }),
  vpcID: s.string({ description: 'Id of the VPC.' }),
  credentialsSecretRef: optionalLocalReference('Secret of its account, if it is another.'),
})

/** Private access to clusters on AWS. */
export const awsPrivateLink = s.optional(
  s.object(
    {
      credentialsSecretRef: awsSecret,
      endpointVPCInventory: s.optional(s.array(EndpointVpc, { description: 'VPCs for endpoints.' })),
      associatedVPCs: s.optional(s.array(AssociatedVpc, { description: 'VPCs that resolve the API names.' })),
      dnsRecordType: s.defaulted(
        s.enum(['Alias', 'ARecord'], { description: 'Type of the records.', default: 'Alias' }),
      ),
    },
    { description: 'Private access to clusters on AWS.' },
  ),
)

const EndpointNetwork = s.object({
  network: s.string({ description: 'Network of the subnets.' }),
  subnets: s.array(
    s.object({
      region: s.string({ description: 'Region of the subnet.' }),
      subnet: s.string({ description: 'Name of the subnet.' }),
    }),
    { description: 'Subnets for endpoints.' },
  ),
})

/** Private access to clusters elsewhere. */
export const privateLink = s.optional(
  s.object(
    {
      gcp: s.optional(
        s.object(
          {
            credentialsSecretRef: gcpSecret,
            endpointVPCInventory: s.optional(s.array(EndpointNetwork, { description: 'Networks for endpoints.' })),
          },
          { description: 'Private access to clusters on GCP.' },
        ),
      ),
    },
    { description: 'Private access to clusters.' },
  ),
)

/** What to do with provisions that fail. */
export const failedProvisionConfig = s.optional(
  s.object(
    {
      skipGatherLogs: s.optional(s.bool({ description: 'Whether to gather no logs.' })),
      aws: s.optional(
        s.object(
          {
            credentialsSecretRef: awsSecret,
            bucket: optionalText('Bucket for the logs.'),
            region: optionalText('Region of the bucket.'),
            serviceEndpoint: optionalText('Endpoint of the bucket.'),
          },
          { description: 'Where to keep the logs.' },
        ),
      ),
      retryReasons: optionalTexts('Reasons after which to try again; all of them if missing.'),
    },
    { description: 'What to do with provisions that fail.' },
  ),
)
