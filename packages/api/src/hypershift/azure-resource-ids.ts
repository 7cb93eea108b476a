import { s, type ValidationRule } from '@skep/schema'
import { checked, matching, unchanged } from '../openshift/rules.ts'

const UUID = '^[{]?[0-9a-fA-F]{8}-([0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}[}]?$'

/** A segment of a resource id that has this form. */
const segment = (index: number, pattern: string, message: string): ValidationRule => ({
  rule: `self.split('/')[${index}].matches(r'${pattern}')`,
  message,
})

/** A segment of a resource id that ends in none of these characters. */
const segmentEndsWithout = (index: number, characters: string[], message: string): ValidationRule => ({
  rule: characters.map((character) => `!self.split('/')[${index}].endsWith('${character}')`).join(' && '),
  message,
})

/** Subnets are called encryption sets as well: that is the message which clients know. */
const shape = (segments: number, resource: string): ValidationRule => {
  const form = `/subscriptions/{subscriptionId}/resourceGroups/{resourceGroupName}/providers/${resource}`
  return {
    rule: `size(self.split('/')) == ${segments} && self.matches('^${form.replace(/\{\w+\}/g, '.*')}$')`,
    message: `encryptionSetID must be in the format \`${form}\``,
  }
}

const resourceGroup = (field: string): ValidationRule[] => [
  segment(
    4,
    String.raw`[a-zA-Z0-9-_\(\)\.]{1,90}`,
    'The resourceGroupName should be between 1 and 90 characters, consisting only of alphanumeric characters, hyphens, underscores, periods and parenthesis',
  ),
  segmentEndsWithout(4, ['.'], `the resourceGroupName in the ${field} must not end with a period (.) character`),
]

const subscription = segment(
  2,
  UUID,
  'the subscriptionId in the encryptionSetID must be a valid UUID. It should be 5 groups of hyphen separated hexadecimal characters in the form 8-4-4-4-12',
)

const SUBNET = 'Microsoft.Network/virtualNetworks/{vnetName}/subnets/{subnetName}'
const ENCRYPTION_SET = 'Microsoft.Compute/diskEncryptionSets/{resourceName}'

const subnetRules: ValidationRule[] = [
  shape(11, SUBNET),
  ...resourceGroup('subnetID'),
  segment(
    8,
    String.raw`[a-zA-Z0-9-_\.]{2,64}`,
    'The vnetName should be between 2 and 64 characters, consisting only of alphanumeric characters, hyphens, underscores and periods',
  ),
  segmentEndsWithout(
    8,
    ['.', '-'],
    'the vnetName in the subnetID must not end with either a period (.) or hyphen (-) character',
  ),
  segment(
    10,
    String.raw`[a-zA-Z0-9][a-zA-Z0-9-_\.]{0,79}`,
    'The subnetName should be between 1 and 80 characters, consisting only of alphanumeric characters, hyphens and underscores and must start with an alphanumeric character',
  ),
  segmentEndsWithout(
    10,
    ['.', '-'],
    'the subnetName in the subnetID must not end with a period (.) or hyphen (-) character',
  ),
  unchanged('SubnetID is immutable'),
]

const subnet = (description: string, rules: ValidationRule[]) =>
  s.string({ description, minLength: 1, maxLength: 355, ...checked(...rules) })

/** The subnet of a cluster. */
export const clusterSubnetID = subnet('Resource id of the subnet of the cluster.', subnetRules)

/** The subnet of a node pool, whose subscription is looked at, too. */
export const nodePoolSubnetID = subnet('Resource id of the subnet of the machines.', [...subnetRules, subscription])

/** A set of keys that encrypt disks. */
export const diskEncryptionSetID = s.string({
  description: 'Resource id of the set of keys that encrypt the disk.',
  minLength: 1,
  maxLength: 285,
  ...checked(
    shape(9, ENCRYPTION_SET),
    subscription,
    ...resourceGroup('encryptionSetID'),
    segment(
      8,
      '[a-zA-Z0-9-_]{1,80}',
      'The resourceName should be between 1 and 80 characters, consisting only of alphanumeric characters, hyphens and underscores',
    ),
  ),
})

/** An identity that was made on its own rather than with a machine. */
export const managedIdentityID = s.string({
  description: 'Resource id of the identity.',
  minLength: 131,
  maxLength: 345,
  ...checked({
    rule: String.raw`self.lowerAscii().matches(r'^/subscriptions/[^/]+/resourcegroups/[^/]+/providers/microsoft\.managedidentity/userassignedidentities/[^/]+$')`,
    message:
      'must be a user-assigned managed identity ARM resource ID in the format /subscriptions/{subscriptionID}/resourceGroups/{resourceGroupName}/providers/Microsoft.ManagedIdentity/userAssignedIdentities/{identityName}',
  }),
})

/** The subnet that private links get addresses from. */
export const natSubnetID = subnet('Resource id of the subnet that addresses of private links come from.', [
  unchanged('natSubnetID is immutable once set'),
  matching(
    String.raw`^/subscriptions/[^/]+/resourceGroups/[^/]+/providers/Microsoft\.Network/virtualNetworks/[^/]+/subnets/[^/]+$`,
    'must be a valid Azure subnet resource ID (e.g., /subscriptions/{sub}/resourceGroups/{rg}/providers/Microsoft.Network/virtualNetworks/{vnet}/subnets/{subnet})',
  ),
])
