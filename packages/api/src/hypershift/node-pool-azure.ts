import { s } from '@skep/schema'
import { checked, memberOnlyWith } from '../openshift/rules.ts'
import { diskEncryptionSetID, nodePoolSubnetID } from './azure-resource-ids.ts'
import { optionalText } from './fields.ts'

const marketplaceText = (description: string, minLength: number, maxLength: number, pattern?: string) =>
  s.optional(s.string({ description, minLength, maxLength, ...(pattern === undefined ? {} : { pattern }) }))

const NAMED = '[has(self.publisher), has(self.offer), has(self.sku), has(self.version)]'

const azureMarketplace = s.object(
  {
    imageGeneration: s.defaulted(
      s.enum(['Gen1', 'Gen2'], { description: 'Generation of the machines that it boots.', default: 'Gen2' }),
    ),
    publisher: marketplaceText('Publisher of the image.', 3, 50, '^[a-z0-9][a-z0-9-_]{2,49}$'),
    offer: marketplaceText('Offer of the image.', 1, 255),
    sku: marketplaceText('SKU of the image.', 1, 255, '^[a-z0-9-_]+$'),
    version: marketplaceText('Version of the image.', 1, 32, String.raw`^[0-9]+\.[0-9]+\.[0-9]+$|^latest$`),
  },
  {
    description: 'An image of the marketplace; that of the release if it is not named.',
    minProperties: 1,
    ...checked(
      {
        rule: `has(self.imageGeneration) || ${NAMED}.all(named, named)`,
        message: 'must specify imageGeneration or must specify publisher, offer, sku and version',
      },
      {
        rule: `${NAMED}.all(named, named) || !${NAMED}.exists(named, named)`,
        message: 'publisher, offer, sku and version must either be all set, or all omitted',
      },
    ),
  },
)

const image = s.object(
  {
    type: s.enum(['ImageID', 'AzureMarketplace'], { description: 'Which of the members says so.' }),
    imageID: optionalText('Resource id of an image.'),
    azureMarketplace: s.optional(azureMarketplace),
  },
  {
    description: 'What machines boot.',
    ...checked(memberOnlyWith('type', 'ImageID', 'imageID'), {
      rule: "!has(self.azureMarketplace) || self.type == 'AzureMarketplace'",
      message: 'azureMarketplace is forbidden when type is not AzureMarketplace',
    }),
  },
)

const osDisk = s.object(
  {
    sizeGiB: s.optional(s.int32({ description: 'Size of the disk.', minimum: 16, maximum: 32767 })),
    diskStorageAccountType: s.optional(
      s.enum(['Premium_LRS', 'PremiumV2_LRS', 'Standard_LRS', 'StandardSSD_LRS'], { description: 'Type of the disk.' }),
    ),
    encryptionSetID: s.optional(diskEncryptionSetID),
    persistence: s.optional(
      s.enum(['Persistent', 'Ephemeral'], { description: 'Whether the disk outlives a stop of the machine.' }),
    ),
  },
  { description: 'System disk of each machine.' },
)

const diagnostics = s.object(
  {
    storageAccountType: s.defaulted(
      s.enum(['Managed', 'UserManaged', 'Disabled'], {
        description: 'Whether, and in whose account, consoles of machines are kept.',
        default: 'Disabled',
      }),
    ),
    userManaged: s.optional(
      s.object(
        {
          storageAccountURI: s.string({
            description: 'Where they are kept.',
            maxLength: 1024,
            ...checked({
              rule: "isURL(self) && url(self).getScheme() == 'https'",
              message: 'storageAccountURI must be a valid HTTPS URL',
            }),
          }),
        },
        { description: 'An account of its own.' },
      ),
    ),
  },
  {
    description: 'Consoles of the machines.',
    ...checked(memberOnlyWith('storageAccountType', 'UserManaged', 'userManaged')),
  },
)

/** Machines on Azure. */
export const AzureNodePool = s.object(
  {
    vmSize: s.string({
      description: 'Size of the machines.',
      maxLength: 255,
      pattern: '^(Standard_|Basic_)?[A-Z]+[0-9]+(-[0-9]+)?[abdilmptsCNP]*(_[A-Z]*[0-9]+[A-Z]*)?(_v[0-9]+)?$',
    }),
    image,
    osDisk,
    subnetID: nodePoolSubnetID,
    availabilityZone: s.optional(
      s.string({
        description: 'Zone of the machines: 1, 2 or 3.',
        maxLength: 255,
        ...checked({ rule: "self in ['1', '2', '3']" }),
      }),
    ),
    encryptionAtHost: s.defaulted(
      s.enum(['Enabled', 'Disabled'], { description: 'Whether the host encrypts disks.', default: 'Enabled' }),
    ),
    diagnostics: s.optional(diagnostics),
  },
  { description: 'Microsoft Azure.' },
)
