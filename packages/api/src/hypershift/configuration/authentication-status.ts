import { s } from '@skep/schema'
import { optionalNamed } from '../../openshift-config/named.ts'
import { BY_COMPONENT, oidcComponent } from './oidc.ts'

const ACCOUNT =
  '^system:serviceaccount:[a-z0-9]([-a-z0-9]*[a-z0-9])?:[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$'

const currentClient = s.object(
  {
    clientID: s.string({ description: 'Id of the client.', minLength: 1 }),
    issuerURL: s.string({ description: 'Address of the issuer.', pattern: '^https:\\/\\/[^\\s]' }),
    oidcProviderName: s.string({ description: 'Name of the provider.', minLength: 1 }),
  },
  { description: 'A client that is in use.' },
)

const oidcClient = s.object(
  {
    ...oidcComponent,
    conditions: s.optional(s.conditions()),
    consumingUsers: s.optional(
      s.array(s.string({ minLength: 1, maxLength: 512, pattern: ACCOUNT }), {
        description: 'Accounts that may read the secret of the client.',
        maxItems: 5,
        listType: 'set',
      }),
    ),
    currentOIDCClients: s.optional(
      s.array(currentClient, {
        description: 'Clients that are in use.',
        listType: 'map',
        listMapKeys: ['issuerURL', 'clientID'],
      }),
    ),
  },
  { description: 'A part of the cluster that has users log in.' },
)

/** What a cluster says of how users are known to it. */
export const AuthenticationStatus = s.object(
  {
    integratedOAuthMetadata: optionalNamed('ConfigMap with what the login server says of itself.'),
    oidcClients: s.optional(s.array(oidcClient, { description: 'Parts that have users log in.', ...BY_COMPONENT })),
  },
  { description: 'What is known of the Authentication.' },
)
