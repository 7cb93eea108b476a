import { s } from '@skep/schema'
import { checked, unchanged, unchangedOnceSet } from '../openshift/rules.ts'
import { text } from './fields.ts'

const DOMAIN = String.raw`self == '' || self.matches(r'^(?:(?:[a-zA-Z0-9-]+\.)+[a-zA-Z]{2,}|[a-zA-Z0-9-]+)$')`
const domainName = (field: string, kind: string) => ({ rule: DOMAIN, message: `${field} must be a valid ${kind}` })
const DOMAIN_EXAMPLES = 'domain name (e.g., example, example.com, sub.example.com)'

const zoneID = (field: string, description: string, maxLength: number) =>
  s.string({ description, minLength: 1, maxLength, ...checked(unchangedOnceSet(`${field} is immutable`)) })

/** Domain of a hosted cluster. */
export const ClusterDns = s.object(
  {
    baseDomain: s.string({
      description: 'Domain that the domain of the cluster is below.',
      maxLength: 253,
      ...checked(domainName('baseDomain', DOMAIN_EXAMPLES), unchangedOnceSet('baseDomain is immutable')),
    }),
    baseDomainPrefix: s.optional(
      s.string({
        description: 'First part of the domain of the cluster; its name by default, none if empty.',
        maxLength: 253,
        ...checked(domainName('baseDomainPrefix', DOMAIN_EXAMPLES), unchanged('baseDomainPrefix is immutable')),
      }),
    ),
    publicZoneID: s.optional(zoneID('publicZoneID', 'Zone of public names.', 258)),
    privateZoneID: s.optional(zoneID('privateZoneID', 'Zone of private names.', 265)),
  },
  { description: 'Domain of the cluster.' },
)

/** Another name that the API is reached by. */
export const kubeAPIServerDNSName = s.string({
  description: 'Another name of the API; a kubeconfig of its own is made for it.',
  maxLength: 253,
  ...checked(domainName('kubeAPIServerDNSName', 'URL name (e.g., api.example.com)')),
})

/** Where an API is reached. */
export const apiEndpoint = s.object(
  { host: text('Name or address.'), port: s.int32({ description: 'Port.' }) },
  { description: 'Where the API is reached.' },
)
