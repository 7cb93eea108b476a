import { s } from '@skep/schema'
import { optionalText } from '../../openshift/fields.ts'
import { checked } from '../rules.ts'
import { optionalNamed, specOf } from './fields.ts'

const oidcProvider = s.object(
  { name: s.string({ description: 'Its name.', minLength: 1 }) },
  { description: 'Who issues tokens; what is not listed is kept as it is.', preserveUnknown: true },
)

const webhook = s.object(
  {
    kubeConfig: s.object(
      { name: s.string({ description: 'Its name.' }) },
      { description: 'Secret with the way there.' },
    ),
  },
  { description: 'Who else knows tokens.' },
)

/** By what users are known. */
export const authentication = s.object(
  {
    oauthMetadata: optionalNamed('ConfigMap with what another login server says of itself.'),
    oidcProviders: s.optional(
      s.array(oidcProvider, {
        description: 'Who issues tokens, where the type is OIDC.',
        maxItems: 1,
        listType: 'map',
        listMapKeys: ['name'],
      }),
    ),
    serviceAccountIssuer: optionalText('Who issues tokens of service accounts.'),
    type: s.optional(s.enum(['', 'None', 'IntegratedOAuth', 'OIDC'], { description: 'Where users log in.' })),
    webhookTokenAuthenticator: s.optional(webhook),
  },
  specOf('Authentication'),
)

const identityProvider = s.object(
  {
    mappingMethod: optionalText('Which user an identity is.'),
    name: optionalText('Its name.'),
    type: optionalText('Its type; the member of that name says more.'),
  },
  { description: 'Where identities are from; what is not listed is kept as it is.', preserveUnknown: true },
)

const templates = s.object(
  {
    error: optionalNamed('Secret with the page that tells of errors.'),
    login: optionalNamed('Secret with the page to log in at.'),
    providerSelection: optionalNamed('Secret with the page to choose a provider at.'),
  },
  { description: 'Pages that look otherwise.' },
)

const tokenConfig = s.object(
  {
    accessTokenInactivityTimeout: optionalText('How long a token may be unused.'),
    accessTokenInactivityTimeoutSeconds: s.optional(s.int32({ description: 'No longer in use.' })),
    accessTokenMaxAgeSeconds: s.optional(s.int32({ description: 'Seconds that a token is good for.' })),
  },
  { description: 'How long tokens are good for.' },
)

/** How users log in. */
export const oauth = s.object(
  {
    identityProviders: s.optional(
      s.array(identityProvider, { description: 'Where identities are from.', listType: 'atomic' }),
    ),
    templates: s.optional(templates),
    tokenConfig: s.optional(tokenConfig),
  },
  {
    ...specOf('OAuth'),
    ...checked({
      rule: '!has(self.tokenConfig) || !has(self.tokenConfig.accessTokenInactivityTimeout) || duration(self.tokenConfig.accessTokenInactivityTimeout).getSeconds() >= 300',
      message:
        'spec.configuration.oauth.tokenConfig.accessTokenInactivityTimeout minimum acceptable token timeout value is 300 seconds',
    }),
  },
)
