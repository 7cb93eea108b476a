import { HostedCluster } from '@skep/api'
import type { JsonObject } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { hostedClusterSpec } from './test/hosted-samples.ts'
import { serveKinds } from './test/served-kinds.ts'

const api = serveKinds([HostedCluster])

const order = (part: JsonObject) => api.create(HostedCluster, { ...hostedClusterSpec, ...part })

/** What a user is told who asks for this, without where it is. */
const complaintAbout = (part: JsonObject): Promise<string> =>
  order(part).then(
    () => 'accepted',
    ({ message }: Error) => message.replace(/^.* is invalid: .*?: Invalid value: /, ''),
  )

const issuer = { issuerURL: 'https://login.example.net/tenant', audiences: ['console'] }
const provider = {
  name: 'company',
  issuer,
  claimMappings: {
    username: { claim: 'sub', prefixPolicy: 'Prefix', prefix: { prefixString: 'company:' } },
    groups: { claim: 'groups' },
    extra: [{ key: 'example.net/team', valueExpression: 'claims.team' }],
  },
  claimValidationRules: [{ type: 'RequiredClaim', requiredClaim: { claim: 'aud', requiredValue: 'console' } }],
  userValidationRules: [{ expression: "!user.username.startsWith('system:')", message: 'no system users' }],
  oidcClients: [{ componentName: 'console', componentNamespace: 'openshift-console', clientID: 'console' }],
}
const withProvider = (change: object): JsonObject => ({
  configuration: { authentication: { type: 'OIDC', oidcProviders: [{ ...provider, ...change }] } },
})
const withIssuer = (change: object) => withProvider({ issuer: { ...issuer, ...change } })
const mapping = (change: object) => withProvider({ claimMappings: { ...provider.claimMappings, ...change } })
const extraKey = (key: string) => mapping({ extra: [{ key, valueExpression: 'claims.team' }] })

const strategy = (loadBalancer: JsonObject): JsonObject => ({
  operatorConfiguration: {
    ingressOperator: { endpointPublishingStrategy: { type: 'LoadBalancerService', loadBalancer } },
  },
})
const ofAws = (networkLoadBalancer: JsonObject, scope = 'External') =>
  strategy({ scope, providerParameters: { type: 'AWS', aws: { type: 'NLB', networkLoadBalancer } } })
const ADDRESS = 'eipalloc-0123456789abcdef0'

describe('the configuration of a hosted cluster', () => {
  it('is kept as it was ordered', async () => {
    const configuration = {
      apiServer: { tlsSecurityProfile: { type: 'Custom', custom: { ciphers: ['A'], minTLSVersion: 'VersionTLS12' } } },
      authentication: { type: 'OIDC', oidcProviders: [provider] },
      featureGate: { featureSet: 'CustomNoUpgrade', customNoUpgrade: { enabled: ['NewThing'] } },
      image: {
        allowedRegistriesForImport: [{ domainName: 'quay.example.net', insecure: false }],
        registrySources: { allowedRegistries: ['*.example.net', 'quay.example.net:5000/team/app'] },
      },
      ingress: {
        componentRoutes: [{ name: 'console', namespace: 'openshift-console', hostname: 'console.example.net' }],
        loadBalancer: { platform: { type: 'AWS', aws: { type: 'NLB' } } },
        requiredHSTSPolicies: [{ domainPatterns: ['*.example.net'], maxAge: { smallestMaxAge: 60 } }],
      },
      network: {
        externalIP: { policy: { allowedCIDRs: ['192.0.2.0/24'] } },
        networkDiagnostics: { mode: 'All', sourcePlacement: { tolerations: [{ key: 'a', operator: 'Exists' }] } },
      },
      oauth: {
        identityProviders: [
          { name: 'team', type: 'GitHub', github: { clientID: 'x', clientSecret: { name: 's' }, teams: ['a/b'] } },
          { name: 'staff', type: 'LDAP', ldap: { url: 'ldaps://example.net', attributes: { id: ['dn'] } } },
        ],
      },
      scheduler: { profileCustomizations: { dynamicResourceAllocation: 'Enabled' } },
    }

    const { spec } = await order({ configuration })

    expect(spec).toMatchObject({ configuration })
  })

  it.each<[complaint: string, ask: JsonObject]>([
    [
      '"http://login.example.net": must use the \'https\' scheme',
      withIssuer({ issuerURL: 'http://login.example.net' }),
    ],
    ['"https://a.net?x=1": must not have a query', withIssuer({ issuerURL: 'https://a.net?x=1' })],
    ['"https://a.net/#top": must not have a fragment', withIssuer({ issuerURL: 'https://a.net/#top' })],
    ['"https://me@a.net": must not have user info', withIssuer({ issuerURL: 'https://me@a.net' })],
    ['discoveryURL must be different from issuerURL', withIssuer({ discoveryURL: `${issuer.issuerURL}/` })],
    ['precisely one of claim or expression must be set', mapping({ uid: { claim: 'a', expression: 'claims.a' } })],
    [
      "prefix must be set if prefixPolicy is 'Prefix', but must remain unset otherwise",
      mapping({ username: { claim: 'sub', prefixPolicy: 'Prefix' } }),
    ],
    [
      'expression must not be set if claim is specified and is not an empty string',
      mapping({ groups: { claim: 'a', expression: 'claims.a' } }),
    ],
    ['"a.k8s.io/x": the subdomains \'*.k8s.io\' are reserved for Kubernetes use', extraKey('a.k8s.io/x')],
    ['"openshift.io/x": the domain \'openshift.io\' is reserved for OpenShift use', extraKey('openshift.io/x')],
    [
      "cel must be set when type is 'CEL', and forbidden otherwise",
      withProvider({ claimValidationRules: [{ type: 'CEL' }] }),
    ],
    [
      '"a:tag:b": each registry must be a valid hostname[:port][/path] or wildcard *.hostname format without tags or digests',
      { configuration: { image: { registrySources: { allowedRegistries: ['a:tag:b'] } } } },
    ],
    ['eipAllocations are forbidden when the scope is Internal.', ofAws({ eipAllocations: [ADDRESS] }, 'Internal')],
    [
      'number of subnets must be equal to number of eipAllocations',
      ofAws({ eipAllocations: [ADDRESS], subnets: { names: ['a', 'b'] } }),
    ],
    ['subnet names cannot contain duplicates', ofAws({ subnets: { names: ['a', 'a'] } })],
    ['must specify at least 1 subnet name or id', ofAws({ subnets: {} })],
    [
      'openstack is not permitted when type is not OpenStack',
      strategy({ scope: 'External', providerParameters: { type: 'GCP', openstack: { floatingIP: '192.0.2.1' } } }),
    ],
  ])('is refused where it makes no sense: %s', async (complaint, ask) => {
    expect(await complaintAbout(ask)).toBe(complaint)
  })

  it('takes networks of clients in either notation, and nothing else', async () => {
    const allowing = (range: string) => strategy({ scope: 'External', allowedSourceRanges: [range] })

    expect(await complaintAbout(allowing('192.0.2.0/24'))).toBe('accepted')
    expect(await complaintAbout(allowing('2001:db8::/32'))).toBe('accepted')
    expect(await complaintAbout(allowing('192.0.2.0'))).toMatch(/^"192\.0\.2\.0": .* should match '/)
  })

  it('fills in how the default ingress is reached', async () => {
    const { spec } = await order(strategy({ scope: 'External' }))

    expect(spec).toMatchObject(strategy({ scope: 'External', dnsManagementPolicy: 'Managed' }))
  })
})
