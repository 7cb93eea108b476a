import { s, type TypeOf, type ValidationRule } from '@skep/schema'
import { checked, matching } from '../openshift/rules.ts'

const hostname = s.string({
  description: 'Name by which it is reached.',
  minLength: 1,
  maxLength: 253,
  ...checked(
    matching(
      String.raw`^(?:[a-zA-Z0-9-]+\.)+[a-zA-Z]{2,}$`,
      'hostname must be a valid domain name (e.g., example.com)',
    ),
  ),
})

const ADDRESS_FORMS = [
  String.raw`^(([a-zA-Z0-9][-a-zA-Z0-9]*\.)+[a-zA-Z]{2,}|localhost)$`,
  String.raw`^((\d{1,3}\.){3}\d{1,3})$`,
].map((pattern) => `self.matches(r'${pattern}')`)

const nodePort = s.object(
  {
    address: s.string({
      description: 'Name or address of nodes of the management cluster.',
      minLength: 1,
      maxLength: 253,
      ...checked({
        rule: [...ADDRESS_FORMS, '(isIP(self) && ip(self).family() == 6)'].join(' || '),
        message: 'address must be a valid hostname, IPv4, or IPv6 address',
      }),
    }),
    port: s.optional(s.int32({ description: 'Port on those nodes; any free one by default.' })),
  },
  { description: 'A port of nodes of the management cluster.' },
)

/** A type that takes no member at all. */
const bare = (type: string): ValidationRule => ({
  rule: `self.type != '${type}' || !(has(self.nodePort) || has(self.route) || has(self.loadBalancer))`,
  message: `${type} does not allowed any configuration for loadBalancer, nodePort, or route`,
})

const strategy = s.object(
  {
    type: s.enum(['LoadBalancer', 'NodePort', 'Route', 'None', 'S3'], { description: 'By what it is reached.' }),
    nodePort: s.optional(nodePort),
    loadBalancer: s.optional(
      s.object({ hostname: s.optional(hostname) }, { description: 'A load balancer of its own.' }),
    ),
    route: s.optional(s.object({ hostname: s.optional(hostname) }, { description: 'A route of its own.' })),
  },
  {
    description: 'How it is reached from outside the management cluster.',
    ...checked(
      {
        rule: "has(self.nodePort) == (self.type == 'NodePort')",
        message: 'nodePort is required when type is NodePort, and forbidden otherwise',
      },
      {
        rule: "self.type == 'Route' ? !has(self.nodePort) && !has(self.loadBalancer) : !has(self.route)",
        message: 'only route is allowed when type is Route, and forbidden otherwise',
      },
      {
        rule: "self.type == 'LoadBalancer' ? !has(self.nodePort) && !has(self.route) : !has(self.loadBalancer)",
        message: 'only loadBalancer is required when type is LoadBalancer, and forbidden otherwise',
      },
      bare('None'),
      bare('S3'),
    ),
  },
)

/** How one service of a control plane is published. */
export const PublishedService = s.object({
  service: s.enum(['APIServer', 'OAuthServer', 'OIDC', 'Konnectivity', 'Ignition', 'OVNSbDb'], {
    description: 'The service.',
  }),
  servicePublishingStrategy: strategy,
})
export type PublishedService = TypeOf<typeof PublishedService>

/** How the services of a control plane are published. */
export const publishedServices = s.array(PublishedService, {
  description: 'How services of the control plane are reached.',
  maxItems: 6,
})

/** Every platform but one needs four services. */
export const ENOUGH_SERVICES: ValidationRule = {
  rule: "size(self.services) >= (self.platform.type == 'IBMCloud' ? 3 : 4)",
  message: 'spec.services in body should have at least 4 items or 3 for IBMCloud',
}

const published = (service: string, ...types: string[]): string =>
  `self.services.exists(s, s.service == '${service}' && s.servicePublishingStrategy.type in [${types.map((type) => `'${type}'`).join(', ')}])`

const WITH_WORKLOAD_IDENTITIES =
  "self.platform.?azure.azureAuthenticationConfig.azureAuthenticationConfigType.orValue('') == 'WorkloadIdentities'"

/** What the services of a hosted cluster must be like. */
export const SERVICE_RULES: ValidationRule[] = [
  ENOUGH_SERVICES,
  {
    rule: "self.platform.type == 'IBMCloud' || self.services == oldSelf.services",
    message: 'Services is immutable. Changes might result in unpredictable and disruptive behavior.',
  },
  {
    rule: `self.platform.type != 'Azure' || ${WITH_WORKLOAD_IDENTITIES} || ${published('OAuthServer', 'Route')}`,
    message: 'Azure managed platform (ARO HCP) requires OAuthServer to use Route',
  },
  {
    rule: `self.platform.type != 'Azure' || !(${WITH_WORKLOAD_IDENTITIES}) || ${published('OAuthServer', 'Route', 'LoadBalancer')}`,
    message: 'Self-managed Azure requires OAuthServer to use Route or LoadBalancer',
  },
  ...['Konnectivity', 'Ignition'].map((service) => ({
    rule: `self.platform.type != 'Azure' || ${published(service, 'Route')}`,
    message: `Azure platform requires ${service} to use Route service publishing strategy`,
  })),
]
