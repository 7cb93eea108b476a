import { s } from '@skep/schema'
import { optionalText } from '../openshift/fields.ts'
import { localReference } from '../openshift/references.ts'

/** The clouds of Azure; empty is the public one. */
export const azureCloudName = s.optional(
  s.enum(['', 'AzurePublicCloud', 'AzureUSGovernmentCloud', 'AzureChinaCloud', 'AzureGermanCloud'], {
    description: 'Which of the Azure clouds; the public one by default.',
  }),
)

/** A cluster on Azure. */
export const AzurePlatform = s.object({
  credentialsSecretRef: localReference('Secret with osServicePrincipal.json.'),
  region: s.string({ description: 'Region to install in.' }),
  baseDomainResourceGroupName: optionalText('Resource group of the DNS zone of the base domain.'),
  cloudName: azureCloudName,
})
