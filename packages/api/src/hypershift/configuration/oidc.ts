import { s, type ValidationRule } from '@skep/schema'
import { checked } from '../../openshift/rules.ts'
import { named, optionalNamed } from '../../openshift-config/named.ts'

const expression = (description: string) => s.string({ description, minLength: 1, maxLength: 1024 })
const claim = (description: string) => s.string({ description, minLength: 1, maxLength: 256 })

const ONE_SOURCE: ValidationRule = {
  rule: 'has(self.claim) != has(self.expression)',
  message: 'precisely one of claim or expression must be set',
}

const domain = "self.split('/', 2)[0]"
const path = "self.split('/', 2)[1]"

/** A domain that is not for tenants, with all below it. */
const reserved = (name: string, owner: string): ValidationRule[] => [
  { rule: `${domain} != '${name}'`, message: `the domain '${name}' is reserved for ${owner} use` },
  { rule: `!${domain}.endsWith('.${name}')`, message: `the subdomains '*.${name}' are reserved for ${owner} use` },
]

const extraKey = s.string({
  description: 'Key of what is added, such as example.org/team.',
  minLength: 1,
  maxLength: 510,
  ...checked(
    { rule: "self.contains('/')", message: "key must contain the '/' character" },
    {
      rule: String.raw`${domain}.matches(r'^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$')`,
      message:
        "the domain of the key must consist of only lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
    },
    { rule: `size(${domain}) <= 253`, message: 'the domain of the key must not exceed 253 characters in length' },
    ...reserved('kubernetes.io', 'Kubernetes'),
    ...reserved('k8s.io', 'Kubernetes'),
    ...reserved('openshift.io', 'OpenShift'),
    {
      rule: String.raw`${path}.matches(r"[A-Za-z0-9/\-._~%!$&'()*+;=:]+")`,
      message:
        "the path of the key must not be empty and must consist of at least one alphanumeric character, percent-encoded octets, apostrophe, '-', '.', '_', '~', '!', '$', '&', '(', ')', '*', '+', ',', ';', '=', and ':'",
    },
    { rule: `size(${path}) <= 256`, message: 'the path of the key must not exceed 256 characters in length' },
  ),
})

const extra = s.object(
  { key: extraKey, valueExpression: expression('Its value, as CEL over the claims of a token.') },
  { description: 'Something else that is known of a user.' },
)

const groups = s.object(
  {
    claim: s.optional(s.string({ description: 'Claim with the groups.', maxLength: 256 })),
    expression: s.optional(expression('The groups, as CEL over the claims of a token.')),
    prefix: s.optional(s.string({ description: 'What the name of each group begins with.' })),
  },
  {
    description: 'Which groups a user is of.',
    ...checked(
      {
        rule: '!has(self.expression) || size(self.expression) == 0 || !has(self.prefix) || size(self.prefix) == 0',
        message: 'prefix must not be set to a non-empty value when expression is set',
      },
      {
        rule: '!has(self.claim) || size(self.claim) == 0 || !has(self.expression)',
        message: 'expression must not be set if claim is specified and is not an empty string',
      },
    ),
  },
)

const uid = s.object(
  {
    claim: s.optional(claim('Claim with the id.')),
    expression: s.optional(expression('The id, as CEL over the claims of a token.')),
  },
  { description: 'What never changes of a user.', ...checked(ONE_SOURCE) },
)

const username = s.object(
  {
    claim: s.optional(claim('Claim with the name.')),
    expression: s.optional(expression('The name, as CEL over the claims of a token.')),
    prefix: s.optional(
      s.object(
        { prefixString: s.string({ description: 'The text.', minLength: 1 }) },
        { description: 'What each name begins with.' },
      ),
    ),
    prefixPolicy: s.optional(s.enum(['', 'NoPrefix', 'Prefix'], { description: 'Whether names begin with it.' })),
  },
  {
    description: 'What a user is called.',
    ...checked(
      ONE_SOURCE,
      {
        rule: "!has(self.expression) || size(self.expression) == 0 || !has(self.prefixPolicy) || self.prefixPolicy != 'Prefix'",
        message: "prefixPolicy must not be set to 'Prefix' when expression is set",
      },
      {
        rule: "has(self.prefixPolicy) && self.prefixPolicy == 'Prefix' ? has(self.prefix) && size(self.prefix.prefixString) > 0 : !has(self.prefix)",
        message: "prefix must be set if prefixPolicy is 'Prefix', but must remain unset otherwise",
      },
    ),
  },
)

const claimMappings = s.object(
  {
    extra: s.optional(
      s.array(extra, {
        description: 'What else is known of a user.',
        maxItems: 32,
        listType: 'map',
        listMapKeys: ['key'],
      }),
    ),
    groups: s.optional(groups),
    uid: s.optional(uid),
    username,
  },
  { description: 'Who a user is, by the claims of a token.' },
)

const statement = {
  expression: expression('What must be true, as CEL.'),
  message: s.string({ description: 'What is said otherwise.', minLength: 1, maxLength: 256 }),
}

/** A member that goes with one type of rule, and with no other. */
const onlyOfType = (type: string, member: string): ValidationRule => ({
  rule: `has(self.${member}) == (self.type == '${type}')`,
  message: `${member} must be set when type is '${type}', and forbidden otherwise`,
})

const claimValidationRule = s.object(
  {
    cel: s.optional(s.object(statement, { description: 'What must be true of the claims.' })),
    requiredClaim: s.optional(
      s.object(
        {
          claim: s.string({ description: 'The claim.', minLength: 1 }),
          requiredValue: s.string({ description: 'Its value.', minLength: 1 }),
        },
        { description: 'A claim that must be there.' },
      ),
    ),
    type: s.enum(['RequiredClaim', 'CEL'], { description: 'In which way.' }),
  },
  {
    description: 'What must be true of a token.',
    ...checked(onlyOfType('CEL', 'cel'), onlyOfType('RequiredClaim', 'requiredClaim')),
  },
)

const discoveryURL = s.string({
  description: 'Where the issuer says of itself what it can do, if not at its own address.',
  minLength: 1,
  maxLength: 2048,
  ...checked(
    { rule: 'isURL(self)', message: 'discoveryURL must be a valid URL' },
    { rule: "isURL(self) && url(self).getScheme() == 'https'", message: 'discoveryURL must be a valid https URL' },
    {
      rule: 'isURL(self) && url(self).getQuery().size() == 0',
      message: 'discoveryURL must not contain query parameters',
    },
    { rule: "!self.contains('#')", message: 'discoveryURL must not contain fragments' },
    { rule: "!self.matches('^https://.+:.+@.+/.*$')", message: 'discoveryURL must not contain user info' },
  ),
})

const issuerURL = s.string({
  description: 'Address of the issuer, as tokens have it.',
  minLength: 1,
  maxLength: 512,
  ...checked(
    { rule: 'isURL(self)', message: 'must be a valid URL' },
    { rule: "isURL(self) && url(self).getScheme() == 'https'", message: "must use the 'https' scheme" },
    { rule: 'isURL(self) && url(self).getQuery().size() == 0', message: 'must not have a query' },
    { rule: "!self.matches('#.+$')", message: 'must not have a fragment' },
    { rule: "!self.contains('@')", message: 'must not have user info' },
  ),
})

const issuer = s.object(
  {
    audiences: s.array(s.string({ minLength: 1 }), {
      description: 'For whom tokens are, any of which will do.',
      minItems: 1,
      maxItems: 10,
      listType: 'set',
    }),
    discoveryURL: s.optional(discoveryURL),
    issuerCertificateAuthority: optionalNamed('ConfigMap with the authorities of the issuer.'),
    issuerURL,
  },
  {
    description: 'Who issues tokens.',
    ...checked({
      rule: "!has(self.discoveryURL) || self.discoveryURL.find('^.+[^/]') != self.issuerURL.find('^.+[^/]')",
      message: 'discoveryURL must be different from issuerURL',
    }),
  },
)

/** A part of the cluster that has users log in. */
export const oidcComponent = {
  componentName: s.string({ description: 'Name of the component.', minLength: 1, maxLength: 256 }),
  componentNamespace: s.string({ description: 'Its namespace.', minLength: 1, maxLength: 63 }),
}

/** Options of a list with one entry for each such part. */
export const BY_COMPONENT = {
  maxItems: 20,
  listType: 'map' as const,
  listMapKeys: ['componentNamespace', 'componentName'],
}

const oidcClient = s.object(
  {
    clientID: s.string({ description: 'Id of the client.', minLength: 1 }),
    clientSecret: s.optional(named('Secret of the client.')),
    ...oidcComponent,
    extraScopes: s.optional(s.array(s.string(), { description: 'What else is asked for.', listType: 'set' })),
  },
  { description: 'What a part of the cluster is known to the issuer by.' },
)

/** Who issues tokens, and what they say of users. */
export const oidcProvider = s.object(
  {
    claimMappings,
    claimValidationRules: s.optional(
      s.array(claimValidationRule, { description: 'What must be true of tokens.', listType: 'atomic' }),
    ),
    issuer,
    name: s.string({ description: 'Its name.', minLength: 1 }),
    oidcClients: s.optional(s.array(oidcClient, { description: 'Parts that have users log in.', ...BY_COMPONENT })),
    userValidationRules: s.optional(
      s.array(s.object(statement, { description: 'What must be true of a user.' }), {
        description: 'What must be true of users.',
        minItems: 1,
        maxItems: 64,
        listType: 'map',
        listMapKeys: ['expression'],
      }),
    ),
  },
  { description: 'Who issues tokens, and what they say of users.' },
)
