import { s, type ValidationRule } from '@skep/schema'
import { checked, reaches } from '../openshift/rules.ts'
import { SOURCE_RANGE } from './source-ranges.ts'

const protocol = s.optional(
  s.enum(['', 'TCP', 'PROXY'], { description: 'Whether the address of the client is told, by the PROXY protocol.' }),
)

const port = (description: string, standard: number) =>
  s.defaulted(s.int32({ description, default: standard, minimum: 0, maximum: 65_535 }))

const hostNetwork = s.object(
  {
    httpPort: port('Port without TLS.', 80),
    httpsPort: port('Port with TLS.', 443),
    protocol,
    statsPort: port('Port of statistics.', 1936),
  },
  { description: 'Ports of nodes.' },
)

const noDuplicates = (what: string): ValidationRule => ({
  rule: 'self.all(x, self.exists_one(y, x == y))',
  message: `${what} cannot contain duplicates`,
})

const subnets = s.object(
  {
    ids: s.optional(
      s.array(s.string({ minLength: 24, maxLength: 24, pattern: '^subnet-[0-9A-Za-z]+$' }), {
        description: 'By id.',
        maxItems: 10,
        listType: 'atomic',
        ...checked(noDuplicates('subnet ids')),
      }),
    ),
    names: s.optional(
      s.array(
        s.string({
          minLength: 1,
          maxLength: 256,
          ...checked(
            { rule: "!self.contains(',')", message: 'subnet name cannot contain a comma' },
            { rule: "!self.startsWith('subnet-')", message: "subnet name cannot start with 'subnet-'" },
          ),
        }),
        { description: 'By name.', maxItems: 10, listType: 'atomic', ...checked(noDuplicates('subnet names')) },
      ),
    ),
  },
  {
    description: 'Where the load balancer is.',
    ...checked(
      {
        rule: '!has(self.ids) || !has(self.names) || size(self.ids) + size(self.names) <= 10',
        message: 'the total number of subnets cannot exceed 10',
      },
      {
        rule: '(has(self.ids) && size(self.ids) > 0) || (has(self.names) && size(self.names) > 0)',
        message: 'must specify at least 1 subnet name or id',
      },
    ),
  },
)

const eipAllocation = s.string({
  minLength: 26,
  maxLength: 26,
  ...checked(
    { rule: "self.startsWith('eipalloc-')", message: "eipAllocations should start with 'eipalloc-'" },
    {
      rule: "self.matches('^[^-]*-[0-9a-fA-F]{17}$')",
      message: "eipAllocations must be 'eipalloc-' followed by exactly 17 hexadecimal characters (0-9, a-f, A-F)",
    },
  ),
})

/** There is one address for each subnet, when subnets are named in this way. */
const oneAddressEach = (named: readonly string[], others: readonly string[]): ValidationRule => {
  const conditions = [
    'has(self.subnets)',
    'has(self.eipAllocations)',
    ...named.map((member) => `has(self.subnets.${member})`),
    ...others.map((member) => `!has(self.subnets.${member})`),
  ]
  const count = named.map((member) => `size(self.subnets.${member})`).join(' + ')
  return {
    rule: `!(${conditions.join(' && ')}) || ${count} == size(self.eipAllocations)`,
    message: 'number of subnets must be equal to number of eipAllocations',
  }
}

const networkLoadBalancer = s.object(
  {
    eipAllocations: s.optional(
      s.array(eipAllocation, {
        description: 'Addresses that it shall have.',
        maxItems: 10,
        listType: 'atomic',
        ...checked(noDuplicates('eipAllocations')),
      }),
    ),
    protocol: s.optional(
      s.enum(['TCP', 'PROXY'], { description: 'Whether the address of the client is told, by the PROXY protocol.' }),
    ),
    subnets: s.optional(subnets),
  },
  {
    description: 'A network load balancer.',
    ...checked(
      oneAddressEach(['ids', 'names'], []),
      oneAddressEach(['ids'], ['names']),
      oneAddressEach(['names'], ['ids']),
    ),
  },
)

const aws = s.object(
  {
    classicLoadBalancer: s.optional(
      s.object(
        {
          connectionIdleTimeout: s.optional(
            s.string({ description: 'How long a connection may be silent.', format: 'duration' }),
          ),
          subnets: s.optional(subnets),
        },
        { description: 'A classic load balancer.' },
      ),
    ),
    networkLoadBalancer: s.optional(networkLoadBalancer),
    type: s.enum(['Classic', 'NLB'], { description: 'Which sort of load balancer.' }),
  },
  { description: 'AWS.' },
)

const openstack = s.object(
  {
    floatingIP: s.optional(
      s.string({
        description: 'The address that it shall have.',
        ...checked({ rule: 'isIP(self)', message: 'floatingIP must be a valid IPv4 or IPv6 address' }),
      }),
    ),
  },
  { description: 'OpenStack.' },
)

const PROVIDERS = ['AWS', 'Azure', 'BareMetal', 'GCP', 'Nutanix', 'OpenStack', 'VSphere', 'IBM'] as const

const providerParameters = s.object(
  {
    aws: s.optional(aws),
    gcp: s.optional(
      s.object(
        { clientAccess: s.optional(s.enum(['Global', 'Local'], { description: 'Clients of which regions.' })) },
        { description: 'GCP.' },
      ),
    ),
    ibm: s.optional(s.object({ protocol }, { description: 'IBM Cloud.' })),
    openstack: s.optional(openstack),
    type: s.enum(PROVIDERS, { description: 'Which platform.' }),
  },
  {
    description: 'What else the platform is told.',
    ...checked({
      rule: "!has(self.openstack) || self.type == 'OpenStack'",
      message: 'openstack is not permitted when type is not OpenStack',
    }),
  },
)

const loadBalancer = s.object(
  {
    allowedSourceRanges: s.optional(
      s.array(s.string({ pattern: SOURCE_RANGE }), {
        description: 'Networks of clients that are let in; all unless given.',
        nullable: true,
        listType: 'atomic',
      }),
    ),
    dnsManagementPolicy: s.enum(['Managed', 'Unmanaged'], {
      description: 'Who cares for its name.',
      default: 'Managed',
    }),
    providerParameters: s.optional(providerParameters),
    scope: s.enum(['Internal', 'External'], { description: 'From where it is reached.' }),
  },
  {
    description: 'A load balancer of the platform.',
    ...checked(
      {
        rule: `!has(self.scope) || self.scope != 'Internal' || !(${reaches('providerParameters.aws.networkLoadBalancer.eipAllocations')})`,
        message: 'eipAllocations are forbidden when the scope is Internal.',
      },
      {
        rule: `!has(self.scope) || self.scope != 'Internal' || !(${reaches('providerParameters.openstack.floatingIP')}) || self.providerParameters.openstack.floatingIP == ''`,
        message: 'cannot specify a floating ip when scope is internal',
      },
    ),
  },
)

/** How the default ingress is reached from outside. */
export const endpointPublishingStrategy = s.object(
  {
    hostNetwork: s.optional(hostNetwork),
    loadBalancer: s.optional(loadBalancer),
    nodePort: s.optional(s.object({ protocol }, { description: 'A port of every node.' })),
    private: s.optional(s.object({ protocol }, { description: 'Not at all.' })),
    type: s.enum(['LoadBalancerService', 'HostNetwork', 'Private', 'NodePortService'], {
      description: 'In which way.',
    }),
  },
  { description: 'How the default ingress is reached from outside.', preserveUnknown: true },
)
