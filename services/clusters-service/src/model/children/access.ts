import { s } from '@skep/schema'
import { attributes, textMap } from '../attributes.ts'
import { resourceType } from '../resource-type.ts'

/** A way into the applications of a cluster. */
export const ingress = resourceType(
  'Ingress',
  'Ingress',
  attributes({
    id: s.string(),
    default: s.bool(),
    listening: s.enum(['internal', 'external']),
    load_balancer_type: s.enum(['classic', 'nlb']),
    dns_name: s.string(),
    route_selectors: textMap,
    excluded_namespaces: s.array(s.string()),
    excluded_namespace_selectors: s.array(attributes({ key: s.string(), values: s.array(s.string()) })),
    route_wildcard_policy: s.enum(['WildcardsAllowed', 'WildcardsDisallowed']),
    route_namespace_ownership_policy: s.enum(['Strict', 'InterNamespaceAllowed']),
    cluster_routes_hostname: s.string(),
    cluster_routes_tls_secret_ref: s.string(),
    component_routes: s.map(attributes({ hostname: s.string(), tls_secret_ref: s.string() })),
  }),
  { readOnly: ['id', 'dns_name'], immutable: ['default'] },
)

const claims = attributes({
  email: s.array(s.string()),
  name: s.array(s.string()),
  preferred_username: s.array(s.string()),
  groups: s.array(s.string()),
})

const openId = attributes({
  ca: s.string(),
  claims,
  client_id: s.string(),
  client_secret: s.string(),
  extra_authorize_parameters: textMap,
  extra_scopes: s.array(s.string()),
  issuer: s.string(),
})

const ldap = attributes({
  attributes: attributes({
    email: s.array(s.string()),
    id: s.array(s.string()),
    name: s.array(s.string()),
    preferred_username: s.array(s.string()),
  }),
  bind_dn: s.string(),
  bind_password: s.string(),
  ca: s.string(),
  url: s.string(),
  insecure: s.bool(),
})

/** The settings of identity providers, by attribute, and the type that each stands for. */
export const IDENTITY_PROVIDER_TYPES = {
  github: 'GithubIdentityProvider',
  gitlab: 'GitlabIdentityProvider',
  google: 'GoogleIdentityProvider',
  htpasswd: 'HTPasswdIdentityProvider',
  ldap: 'LDAPIdentityProvider',
  open_id: 'OpenIDIdentityProvider',
} as const

/** A source of users of a cluster. */
export const identityProvider = resourceType(
  'IdentityProvider',
  'Identity provider',
  attributes({
    id: s.string(),
    type: s.enum(Object.values(IDENTITY_PROVIDER_TYPES)),
    name: s.string(),
    challenge: s.bool(),
    login: s.bool(),
    mapping_method: s.enum(['claim', 'lookup', 'generate', 'add']),
    github: attributes({
      ca: s.string(),
      client_id: s.string(),
      client_secret: s.string(),
      hostname: s.string(),
      organizations: s.array(s.string()),
      teams: s.array(s.string()),
    }),
    gitlab: attributes({ ca: s.string(), client_id: s.string(), client_secret: s.string(), url: s.string() }),
    google: attributes({ client_id: s.string(), client_secret: s.string(), hosted_domain: s.string() }),
    htpasswd: attributes({
      username: s.string(),
      password: s.string(),
      users: attributes({
        items: s.array(attributes({ username: s.string(), password: s.string(), hashed_password: s.string() })),
      }),
    }),
    ldap,
    open_id: openId,
  }),
  {
    readOnly: ['id'],
    immutable: ['type', 'name'],
    writeOnly: [
      'github.client_secret',
      'gitlab.client_secret',
      'google.client_secret',
      'open_id.client_secret',
      'ldap.bind_password',
      'htpasswd.password',
      'htpasswd.users',
    ],
  },
)

/** A short-lived way in for emergencies. */
export const breakGlassCredential = resourceType(
  'BreakGlassCredential',
  'Break glass credential',
  attributes({
    id: s.string(),
    username: s.string({ maxLength: 35, pattern: '^[a-z0-9-]*$' }),
    expiration_timestamp: s.time(),
    revocation_timestamp: s.time(),
    status: s.enum(['created', 'issued', 'expired', 'awaiting_revocation', 'revoked', 'failed']),
    status_description: s.string(),
    kubeconfig: s.string(),
  }),
  {
    readOnly: ['id', 'revocation_timestamp', 'status', 'status_description', 'kubeconfig'],
    // Never sent, and never found by a search.
    writeOnly: ['kubeconfig'],
  },
)
