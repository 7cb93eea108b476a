import { s } from '@skep/schema'
import { optionalText, optionalTextMap, optionalTexts } from '../openshift/fields.ts'

const zones = optionalTexts('Zones to spread the machines over; all of the region by default.')
const instanceType = s.string({ description: 'Instance type of the machines.' })

/** Machines on AWS. */
export const AwsMachinePool = s.object({
  zones,
  subnets: optionalTexts('Subnets of the machines, one per zone.'),
  type: instanceType,
  rootVolume: s.object(
    {
      iops: s.optional(s.integer({ description: 'I/O operations per second.' })),
      size: s.integer({ description: 'Size in GiB.' }),
      type: s.string({ description: 'Type of the volume.' }),
      kmsKeyARN: optionalText('Key to encrypt it with.'),
    },
    { description: 'Root volume of each machine.' },
  ),
  spotMarketOptions: s.optional(
    s.object({ maxPrice: optionalText('Most to pay an hour.') }, { description: 'Use spot instances.' }),
  ),
  metadataService: s.optional(
    s.object({ authentication: optionalText('Required or Optional.') }, { description: 'Instance metadata service.' }),
  ),
  additionalSecurityGroupIDs: optionalTexts('Security groups besides those of the cluster.'),
  userTags: optionalTextMap('Tags of the machines.'),
  amiID: optionalText('Image to boot, in place of that of the cluster.'),
})

const azureDisk = s.object(
  {
    diskSizeGB: s.int32({ description: 'Size in GB.', minimum: 0 }),
    diskType: s.optional(
      s.enum(['Standard_LRS', 'Premium_LRS', 'StandardSSD_LRS'], { description: 'Type of the disk.' }),
    ),
    diskEncryptionSet: s.optional(
      s.object(
        {
          name: s.string({ description: 'Name of the set.' }),
          resourceGroup: s.string({ description: 'Its resource group.' }),
          subscriptionId: optionalText('Its subscription.'),
        },
        { description: 'Keys to encrypt it with.' },
      ),
    ),
  },
  { description: 'System disk of each machine.' },
)

const azureImage = s.object(
  {
    offer: s.string({ description: 'Offer of the image.' }),
    plan: s.optional(s.enum(['WithPurchasePlan', 'NoPurchasePlan'], { description: 'Whether it is bought.' })),
    publisher: s.string({ description: 'Publisher of the image.' }),
    sku: s.string({ description: 'SKU of the image.' }),
    version: s.string({ description: 'Version of the image.' }),
  },
  { description: 'Marketplace image to boot.' },
)

/** Machines on Azure. */
export const AzureMachinePool = s.object({
  zones,
  type: instanceType,
  osDisk: azureDisk,
  osImage: s.optional(azureImage),
  osImageID: optionalText('Image to boot, by resource id.'),
  networkResourceGroupName: optionalText('Resource group of the network.'),
  virtualNetwork: optionalText('Network of the machines.'),
  computeSubnet: optionalText('Subnet of the machines.'),
  outboundType: optionalText('How they reach the outside.'),
  vmNetworkingType: s.optional(s.enum(['Accelerated', 'Basic'], { description: 'Whether networking is accelerated.' })),
})

const gcpKey = s.object(
  {
    kmsKey: s.optional(
      s.object(
        {
          keyRing: s.string({ description: 'Key ring.' }),
          location: s.string({ description: 'Location of the key ring.' }),
          name: s.string({ description: 'Name of the key.' }),
          projectID: optionalText('Project of the key ring.'),
        },
        { description: 'The key.' },
      ),
    ),
    kmsKeyServiceAccount: optionalText('Account that uses the key.'),
  },
  { description: 'Key to encrypt it with.' },
)

/** Machines on GCP. */
export const GcpMachinePool = s.object({
  zones,
  type: instanceType,
  osDisk: s.optional(
    s.object(
      {
        diskSizeGB: s.optional(s.int64({ description: 'Size in GB.', minimum: 16, maximum: 65536 })),
        diskType: optionalText('Type of the disk.'),
        encryptionKey: s.optional(gcpKey),
      },
      { description: 'System disk of each machine.' },
    ),
  ),
  networkProjectID: optionalText('Project of a shared network.'),
  secureBoot: s.optional(s.enum(['Enabled', 'Disabled'], { description: 'Whether boot is secured.' })),
  onHostMaintenance: s.optional(s.enum(['Migrate', 'Terminate'], { description: 'What happens on maintenance.' })),
  serviceAccount: optionalText('Account of the machines.'),
  userTags: s.optional(
    s.array(
      s.object({
        key: s.string({ description: 'Key of the tag.' }),
        parentID: s.string({ description: 'Project or organization of the tag.' }),
        value: s.string({ description: 'Value of the tag.' }),
      }),
      { description: 'Resource manager tags of the machines.' },
    ),
  ),
  tags: optionalTexts('Network tags of the machines.'),
})
