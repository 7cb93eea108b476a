import { s, type TypeOf } from '@skep/schema'
import { optionalText, optionalTexts } from '../openshift/fields.ts'
import { localReference, optionalLocalReference } from '../openshift/references.ts'
import { awsCredentials } from './platform-aws.ts'
import { azureCloudName } from './platform-azure.ts'
import { prismEndpoint } from './platform-nutanix.ts'

const region = s.string({ description: 'Region of the cluster.' })

const aws = s.object(
  { ...awsCredentials, region, hostedZoneRole: optionalText('Role for a private zone in another account.') },
  { description: 'AWS.' },
)

const azure = s.object(
  {
    credentialsSecretRef: optionalLocalReference('Secret with osServicePrincipal.json.'),
    cloudName: azureCloudName,
    resourceGroupName: optionalText('Resource group of the cluster.'),
    baseDomainResourceGroupName: optionalText('Resource group of the DNS zone of the base domain.'),
  },
  { description: 'Azure.' },
)

const gcp = s.object(
  {
    credentialsSecretRef: optionalLocalReference('Secret with osServiceAccount.json.'),
    region,
    networkProjectID: optionalText('Project of a shared network.'),
  },
  { description: 'GCP.' },
)

const ibmcloud = s.object(
  {
    credentialsSecretRef: localReference('Secret with ibmcloud_api_key.'),
    region,
    baseDomain: s.string({ description: 'Base domain of the cluster.' }),
  },
  { description: 'IBM Cloud.' },
)

const nutanix = s.object(
  {
    credentialsSecretRef: localReference('Secret with username and password.'),
    certificatesSecretRef: optionalLocalReference('Secret with the CA certificates of Prism Central.'),
    prismCentral: s.with(prismEndpoint, { description: 'Where Prism Central answers.' }),
  },
  { description: 'Nutanix.' },
)

const openstack = s.object(
  {
    credentialsSecretRef: optionalLocalReference('Secret with clouds.yaml.'),
    certificatesSecretRef: optionalLocalReference('Secret with the CA certificates of the cloud.'),
    cloud: s.string({ description: 'Section of clouds.yaml to use.' }),
  },
  { description: 'OpenStack.' },
)

const vsphere = s.object(
  {
    credentialsSecretRef: localReference('Secret with username and password.'),
    certificatesSecretRef: localReference('Secret with the CA certificates of vCenter.'),
    vCenter: optionalText('Deprecated: host of vCenter.'),
    vCenters: optionalTexts('Hosts of vCenter.'),
  },
  { description: 'VMware vSphere.' },
)

/** Where the resources of a cluster are that is to be removed. */
export const DeprovisionPlatform = s.object({
  aws: s.optional(aws),
  azure: s.optional(azure),
  gcp: s.optional(gcp),
  ibmcloud: s.optional(ibmcloud),
  nutanix: s.optional(nutanix),
  openstack: s.optional(openstack),
  vsphere: s.optional(vsphere),
})
export type DeprovisionPlatform = TypeOf<typeof DeprovisionPlatform>
