import { s } from '@skep/schema'
import { optionalText } from '../../openshift/fields.ts'
import { checked } from '../../openshift/rules.ts'
import { IdentityProvider } from '../../openshift-config/identity-provider.ts'
import { named, optionalNamed } from '../../openshift-config/named.ts'
import { specOf } from './fields.ts'
import { oidcProvider } from './oidc.ts'

const webhook = s.object({ kubeConfig: named('Secret with the way there.') }, { description: 'Who else knows tokens.' })

const formerWebhook = s.object(
  { kubeConfig: optionalNamed('Secret with the way there.') },
  { description: 'Who else knew tokens.' },
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
    webhookTokenAuthenticators: s.optional(
      s.array(formerWebhook, { description: 'No longer in use.', listType: 'atomic' }),
    ),
  },
  specOf('Authentication'),
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
      s.array(IdentityProvider, { description: 'Where identities are from.', listType: 'atomic' }),
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
