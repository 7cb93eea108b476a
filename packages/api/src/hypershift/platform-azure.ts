import { s } from '@skep/schema'
import { checked, matching, memberOnlyWith, notRemoved, unchanged } from '../openshift/rules.ts'
import { clusterSubnetID, managedIdentityID, natSubnetID } from './azure-resource-ids.ts'
import { text } from './fields.ts'
import { azureAuthenticationConfig } from './platform-azure-identities.ts'

const CLOUDS = [
  'AzurePublicCloud',
  'AzureUSGovernmentCloud',
  'AzureChinaCloud',
  'AzureGermanCloud',
  'AzureBleuCloud',
  'AzureStackCloud',
] as const

const fixed = (description: string, message: string) =>
  s.string({ description, maxLength: 255, ...checked(unchanged(message)) })

const privateLink = s.object(
  {
    natSubnetID: s.optional(natSubnetID),
    additionalAllowedSubscriptions: s.optional(
      s.array(
        s.string({
          minLength: 36,
          maxLength: 36,
          ...checked(
            matching(
              '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$',
              'must be a valid UUID (e.g., 550e8400-e29b-41d4-a716-446655440000)',
            ),
          ),
        }),
        { description: 'Further subscriptions that may connect.', minItems: 1, maxItems: 50, listType: 'set' },
      ),
    ),
  },
  { description: 'Access by Private Link.', minProperties: 1 },
)

const swift = s.object(
  {
    podNetworkInstance: s.string({
      description: 'Network that pods of the control plane join.',
      minLength: 1,
      maxLength: 63,
      ...checked(
        matching(
          '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
          'podNetworkInstance must be a valid DNS label: lowercase alphanumeric characters or hyphens, must start and end with an alphanumeric character',
        ),
      ),
    }),
  },
  {
    description: 'Access by a network that pods join.',
    ...checked({
      rule: 'self.podNetworkInstance == oldSelf.podNetworkInstance',
      message: 'podNetworkInstance is immutable',
    }),
  },
)

const privateAccess = s.object(
  {
    type: s.enum(['PrivateLink', 'Swift'], { description: 'Which of the members says how.' }),
    privateLink: s.optional(privateLink),
    swift: s.optional(swift),
  },
  {
    description: 'How the cluster is reached from its own network.',
    ...checked(
      { rule: '!has(oldSelf.type) || self.type == oldSelf.type', message: 'type is immutable' },
      memberOnlyWith('type', 'PrivateLink', 'privateLink'),
      memberOnlyWith('type', 'Swift', 'swift'),
    ),
  },
)

const containerRegistry = s.object(
  {
    credentials: s.object(
      {
        type: s.enum(['ManagedIdentity'], { description: 'Which of the members says so.' }),
        managedIdentity: s.optional(
          s.object({ resourceID: managedIdentityID }, { description: 'Identity that machines have for it.' }),
        ),
      },
      {
        description: 'By what machines pull images.',
        ...checked(memberOnlyWith('type', 'ManagedIdentity', 'managedIdentity')),
      },
    ),
  },
  { description: 'Registry that machines pull images from.' },
)

const topologyRules = checked(
  {
    rule: 'has(oldSelf.private) == has(self.private)',
    message: 'private cannot be added or removed after cluster creation',
  },
  notRemoved('topology', 'topology cannot be removed once set'),
  {
    rule: "!has(self.topology) || !has(oldSelf.topology) || (self.topology == 'Public') == (oldSelf.topology == 'Public')",
    message: 'transitions between Public and non-Public topology are not supported',
  },
  {
    rule: "has(self.private) == (has(self.topology) && self.topology in ['Private', 'PublicAndPrivate'])",
    message: 'private is required when topology is Private or PublicAndPrivate, and forbidden otherwise',
  },
  {
    rule: "!has(self.private) || self.private.type != 'PrivateLink' || self.azureAuthenticationConfig.azureAuthenticationConfigType != 'WorkloadIdentities' || has(self.azureAuthenticationConfig.workloadIdentities.controlPlaneOperator)",
    message:
      'workloadIdentities.controlPlaneOperator is required when Private Link is configured with WorkloadIdentities authentication',
  },
)

/** Where in Azure a cluster is. */
export const AzurePlatform = s.object(
  {
    cloud: s.defaulted(s.enum(CLOUDS, { description: 'Cloud of Azure.', default: 'AzurePublicCloud' })),
    location: fixed('Region of the cluster.', 'Location is immutable'),
    resourceGroup: s.string({
      description: 'Resource group of the machines.',
      default: 'default',
      maxLength: 90,
      pattern: String.raw`^[a-zA-Z0-9_()\-\.]{1,89}[a-zA-Z0-9_()\-]$`,
      ...checked(unchanged('ResourceGroupName is immutable')),
    }),
    vnetID: fixed('Resource id of the network of the cluster.', 'VnetID is immutable'),
    subnetID: clusterSubnetID,
    subscriptionID: fixed('Subscription of the cluster.', 'SubscriptionID is immutable'),
    securityGroupID: fixed('Resource id of the security group of the subnet.', 'SecurityGroupID is immutable'),
    tenantID: text('Tenant of the cluster.'),
    azureAuthenticationConfig,
    topology: s.optional(
      s.enum(['Public', 'PublicAndPrivate', 'Private'], { description: 'From where the API is reached.' }),
    ),
    private: s.optional(privateAccess),
    containerRegistry: s.optional(containerRegistry),
  },
  { description: 'Microsoft Azure.', ...topologyRules },
)
