import { s } from '@skep/schema'
import { optionalText } from '../openshift/fields.ts'
import { checked } from './rules.ts'

const kept = (kind: string) => s.optional(s.anyObject({ description: `Spec of the ${kind}, kept as it is.` }))

const namedCertificate = s.object(
  {
    names: s.optional(s.array(s.string(), { description: 'Names it is for.', maxItems: 64, listType: 'atomic' })),
  },
  { preserveUnknown: true },
)

const PROFILES = ['Default', 'WriteRequestBodies', 'AllRequestBodies', 'None'] as const

const audit = s.object(
  { profile: s.defaulted(s.enum(PROFILES, { description: 'How much.', default: 'Default' })) },
  { description: 'What is recorded of requests.', default: { profile: 'Default' }, preserveUnknown: true },
)

const apiServer = s.object(
  {
    audit: s.defaulted(audit),
    servingCerts: s.optional(
      s.object(
        {
          namedCertificates: s.optional(
            s.array(namedCertificate, { description: 'By name.', maxItems: 32, listType: 'atomic' }),
          ),
        },
        { description: 'Certificates that the API serves with.', preserveUnknown: true },
      ),
    ),
  },
  { description: 'Spec of the APIServer; what is not listed is kept as it is.', preserveUnknown: true },
)

const oauth = s.object(
  {
    tokenConfig: s.optional(
      s.object(
        {
          accessTokenInactivityTimeout: optionalText('How long a token may be unused.'),
          accessTokenInactivityTimeoutSeconds: s.optional(s.int32({ description: 'No longer in use.' })),
          accessTokenMaxAgeSeconds: s.optional(s.int32({ description: 'Seconds that a token is good for.' })),
        },
        { description: 'How long tokens are good for.', preserveUnknown: true },
      ),
    ),
  },
  {
    description: 'Spec of the OAuth; what is not listed is kept as it is.',
    preserveUnknown: true,
    ...checked({
      rule: '!has(self.tokenConfig) || !has(self.tokenConfig.accessTokenInactivityTimeout) || duration(self.tokenConfig.accessTokenInactivityTimeout).getSeconds() >= 300',
      message:
        'spec.configuration.oauth.tokenConfig.accessTokenInactivityTimeout minimum acceptable token timeout value is 300 seconds',
    }),
  },
)

/** Configuration that a hosted cluster gets: the specs of kinds of config.openshift.io/v1. */
export const ClusterConfiguration = s.object(
  {
    apiServer: s.optional(apiServer),
    authentication: kept('Authentication'),
    featureGate: kept('FeatureGate'),
    image: kept('Image'),
    ingress: kept('Ingress'),
    network: kept('Network'),
    oauth: s.optional(oauth),
    operatorhub: kept('OperatorHub'),
    proxy: kept('Proxy'),
    scheduler: kept('Scheduler'),
  },
  { description: 'Configuration that the cluster gets.' },
)
