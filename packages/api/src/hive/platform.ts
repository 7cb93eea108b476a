import { s, type TypeOf } from '@skep/schema'
import { optionalFlag, optionalText } from '../openshift/fields.ts'
import { labelSelector, localReference, optionalLocalReference } from '../openshift/references.ts'
import { AwsPlatform } from './platform-aws.ts'
import { AzurePlatform } from './platform-azure.ts'
import { GcpPlatform } from './platform-gcp.ts'
import { NutanixPlatform } from './platform-nutanix.ts'
import { VspherePlatform } from './platform-vsphere.ts'

const AgentBareMetalPlatform = s.object({
  agentSelector: labelSelector('Agents that may become hosts of the cluster.'),
})

const BareMetalPlatform = s.object({
  libvirtSSHPrivateKeySecretRef: localReference('Secret with the key for the host of the bootstrap machine.'),
})

const OpenStackPlatform = s.object({
  credentialsSecretRef: localReference('Secret with clouds.yaml.'),
  certificatesSecretRef: optionalLocalReference('Secret with the CA certificates of the cloud.'),
  cloud: s.string({ description: 'Section of clouds.yaml to use.' }),
  trunkSupport: optionalFlag('Whether the cloud has trunk ports.'),
})

const IbmCloudPlatform = s.object({
  credentialsSecretRef: localReference('Secret with ibmcloud_api_key.'),
  region: s.string({ description: 'Region to install in.' }),
  accountID: optionalText('Account to install in.'),
  cisInstanceCRN: optionalText('Internet Services instance of the base domain.'),
})

/** Where a cluster is installed: exactly one member says so. */
export const HivePlatform = s.object({
  agentBareMetal: s.optional(s.with(AgentBareMetalPlatform, { description: 'Hosts that run the assisted agent.' })),
  aws: s.optional(s.with(AwsPlatform, { description: 'Amazon Web Services.' })),
  azure: s.optional(s.with(AzurePlatform, { description: 'Microsoft Azure.' })),
  baremetal: s.optional(s.with(BareMetalPlatform, { description: 'Bare metal, by the installer.' })),
  gcp: s.optional(s.with(GcpPlatform, { description: 'Google Cloud.' })),
  ibmcloud: s.optional(s.with(IbmCloudPlatform, { description: 'IBM Cloud.' })),
  none: s.optional(s.object({}, { description: 'No platform that Hive knows.' })),
  nutanix: s.optional(s.with(NutanixPlatform, { description: 'Nutanix.' })),
  openstack: s.optional(s.with(OpenStackPlatform, { description: 'OpenStack.' })),
  vsphere: s.optional(s.with(VspherePlatform, { description: 'VMware vSphere.' })),
})
export type HivePlatform = TypeOf<typeof HivePlatform>
