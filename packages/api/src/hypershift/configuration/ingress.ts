import { s } from '@skep/schema'
import { optionalText } from '../../openshift/fields.ts'
import { labelSelector } from '../../openshift/references.ts'
import { checked, unchanged } from '../../openshift/rules.ts'
import { optionalNamed } from '../../openshift-config/named.ts'
import { specOf } from './fields.ts'

const LETTER = 'a-zA-Z0-9\\p{S}\\p{L}'
const LABEL = '([a-z0-9][-a-z0-9]{0,61}[a-z0-9]|[a-z0-9]{1,63})'
/** A name in any script, or one that DNS knows as it is. */
const HOSTNAME = `^([${LETTER}]((-?[${LETTER}]{0,62})?)|([${LETTER}](([a-zA-Z0-9-\\p{S}\\p{L}]{0,61}[${LETTER}])?)(\\.)){1,}([a-zA-Z\\p{L}]){2,63})$|^(${LABEL}[\\.]){0,}${LABEL}$`

const componentRoute = s.object(
  {
    hostname: s.string({ description: 'The name that it shall have.', pattern: HOSTNAME }),
    name: s.string({ description: 'Name of the route.', minLength: 1, maxLength: 256 }),
    namespace: s.string({
      description: 'Its namespace.',
      pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$',
      minLength: 1,
      maxLength: 63,
    }),
    servingCertKeyPairSecret: optionalNamed('Secret with the certificate for that name.'),
  },
  { description: 'A route of the platform that shall have another name.' },
)

const PLATFORMS = [
  ...['', 'AWS', 'Azure', 'BareMetal', 'GCP', 'Libvirt', 'OpenStack', 'None', 'VSphere', 'oVirt', 'IBMCloud'],
  ...['KubeVirt', 'EquinixMetal', 'PowerVS', 'AlibabaCloud', 'Nutanix', 'External'],
]

const loadBalancer = s.object(
  {
    platform: s.optional(
      s.object(
        {
          aws: s.optional(
            s.object(
              { type: s.enum(['NLB', 'Classic'], { description: 'Which sort of load balancer.' }) },
              { description: 'AWS.' },
            ),
          ),
          type: s.optional(s.enum(PLATFORMS, { description: 'Which platform.' })),
        },
        { description: 'By platform.' },
      ),
    ),
  },
  { description: 'How load balancers are made.' },
)

const seconds = (description: string) => s.optional(s.int32({ description, minimum: 0, maximum: 2_147_483_647 }))

const hstsPolicy = s.object(
  {
    domainPatterns: s.array(s.string(), { description: 'Domains that it is for.', minItems: 1 }),
    includeSubDomainsPolicy: s.optional(
      s.enum(['RequireIncludeSubDomains', 'RequireNoIncludeSubDomains', 'NoOpinion'], {
        description: 'Whether it must hold for all below them.',
      }),
    ),
    maxAge: s.optional(
      s.object(
        {
          largestMaxAge: seconds('At most so many seconds.'),
          smallestMaxAge: seconds('At least so many seconds.'),
        },
        { description: 'How long browsers must remember it.' },
      ),
    ),
    namespaceSelector: s.optional(labelSelector('Namespaces that it is for.')),
    preloadPolicy: s.optional(
      s.enum(['RequirePreload', 'RequireNoPreload', 'NoOpinion'], {
        description: 'Whether browsers shall know it before the first visit.',
      }),
    ),
  },
  { description: 'What routes must say about the use of TLS.' },
)

/** How applications of the cluster are reached. */
export const ingress = s.object(
  {
    appsDomain: optionalText('Domain of routes that people make.'),
    componentRoutes: s.optional(
      s.array(componentRoute, {
        description: 'Routes of the platform that shall have other names.',
        maxItems: 250,
        listType: 'map',
        listMapKeys: ['namespace', 'name'],
      }),
    ),
    domain: s.optional(
      s.string({
        description: 'Domain of applications.',
        ...checked(unchanged('domain is immutable once set')),
      }),
    ),
    loadBalancer: s.optional(loadBalancer),
    requiredHSTSPolicies: s.optional(
      s.array(hstsPolicy, { description: 'What routes must say about the use of TLS; the first that fits counts.' }),
    ),
  },
  specOf('Ingress'),
)
