import { ConfigMap, HostedCluster, Namespace, Secret } from '@skep/api'
import { createLogger } from '@skep/base'
import { createCertificateAuthority } from '@skep/base/x509'
import { describe, expect, it } from 'vitest'
import { BY_NAMED_ROUTES, BY_NODE_PORTS, publishedBy } from '../control-plane/test/specs.ts'
import { CONTROL_PLANE, NAMESPACE, type PlatformName } from './test/samples.ts'
import { type OrderChanges, startHostedClusterWorld } from './test/world.ts'

async function startOrdered(platform: PlatformName, changes: OrderChanges = {}) {
  const world = await startHostedClusterWorld()
  await world.start()
  await world.order(platform, changes)
  const hasNamespace = async () => (await world.client.get(Namespace, { name: CONTROL_PLANE })) !== undefined
  return { ...world, hasNamespace }
}

describe('a mistake in an order', () => {
  it('is told in a condition, and once in the log, however often it is looked at', async () => {
    const lines: string[] = []
    const world = await startHostedClusterWorld({ log: createLogger({ write: (line) => lines.push(line) }) })
    await world.start()
    await world.order('Azure', { pullSecret: false })

    await world.seconds(600)

    expect(await world.condition('ReconciliationSucceeded')).toBe('False/ReconciliationError')
    expect(lines.map((line) => line.slice(25))).toEqual([
      expect.stringMatching(
        /^INFO {2}Waiting for somebody to correct this .* reason="failed to get pull secret: .*not found"\n$/,
      ),
    ])
  })
})

describe('a pull secret', () => {
  it('that is missing keeps everything from being made, until it comes', async () => {
    const world = await startOrdered('Azure', { pullSecret: false })
    expect(await world.condition('ValidReleaseImage')).toBe('False/SecretNotFound')
    expect(await world.condition('Progressing')).toBe('False/Blocked')
    expect(await world.condition('ReconciliationSucceeded')).toBe('False/ReconciliationError')
    expect(await world.message('ReconciliationSucceeded')).toContain('secrets "demo-pull" not found')
    expect(await world.hasNamespace()).toBe(false)

    const metadata = { namespace: NAMESPACE, name: 'demo-pull' }
    await world.client.create(Secret, { metadata, stringData: { '.dockerconfigjson': '{}' } })
    await world.seconds(1)

    expect(await world.condition('ValidReleaseImage')).toBe('True/AsExpected')
    expect(await world.condition('ReconciliationSucceeded')).toBe('True/ReconciliatonSucceeded')
    expect(await world.controlPlane()).toBeDefined()
  })

  it('without the key is named in the error', async () => {
    const world = await startOrdered('Azure', { pullSecret: false })
    await world.client.create(Secret, { metadata: { namespace: NAMESPACE, name: 'demo-pull' }, stringData: { a: 'b' } })
    await world.seconds(1)

    expect(await world.condition('ReconciliationSucceeded')).toBe('False/ReconciliationError')
    expect(await world.message('ReconciliationSucceeded')).toContain('.dockerconfigjson')
  })

  it('that goes leaves a running cluster in step with its spec', async () => {
    const world = await startOrdered('Azure')
    await world.client.delete(Secret, { namespace: NAMESPACE, name: 'demo-pull' })
    await world.seconds(1)
    expect(await world.condition('ValidReleaseImage')).toBe('False/SecretNotFound')

    await world.change({ spec: { channel: 'fast-4.19' } })

    expect((await world.controlPlane())?.spec.channel).toBe('fast-4.19')
    expect(await world.condition('ReconciliationSucceeded')).toBe('False/ReconciliationError')
  })
})

describe('a release', () => {
  it.each([
    [
      'img.example/ocp-release:latest',
      'failed to lookup release image: no version is known of img.example/ocp-release:latest',
    ],
    ['r:4.13.0', 'the minimum version supported for platform Azure is: "4.14". Attempting to use: "4.13.0"'],
  ])('that cannot be used is told, also as the reason why the cluster is not available: %s', async (image, problem) => {
    const world = await startOrdered('Azure', { spec: { release: { image } } })

    expect(await world.condition('ValidReleaseImage')).toBe('False/InvalidImage')
    expect(await world.message('ValidReleaseImage')).toBe(problem)
    expect(await world.condition('Progressing')).toBe('False/Blocked')
    expect(await world.condition('Available')).toBe('False/WaitingForAvailable')
    expect(await world.message('Available')).toBe(`ValidReleaseImage condition is false: ${problem}`)
    expect(await world.hasNamespace()).toBe(false)
  })

  it('of which nothing is known is of no use, even unchecked', async () => {
    const annotations = { 'hypershift.openshift.io/skip-release-image-validation': '' }
    const world = await startOrdered('Azure', { annotations, spec: { release: { image: 'release:latest' } } })

    expect(await world.condition('ValidReleaseImage')).toBe('False/PayloadArchNotFound')
  })
})

describe('a configuration', () => {
  const networking = (clusterNetwork: string, serviceNetwork: string, machineNetwork?: string, apiServer?: object) => ({
    networking: {
      clusterNetwork: [{ cidr: clusterNetwork }],
      serviceNetwork: [{ cidr: serviceNetwork }],
      ...(machineNetwork ? { machineNetwork: [{ cidr: machineNetwork }] } : {}),
      ...(apiServer ? { apiServer } : {}),
      networkType: 'OVNKubernetes',
    },
  })
  const sameHost = publishedBy(() => ({ type: 'Route', route: { hostname: 'one.example.net' } }))
  const ports = publishedBy(() => ({ type: 'NodePort', nodePort: { address: '192.0.2.10', port: 8443 } }))

  it.each<[string, PlatformName, object, string]>([
    [
      'ranges that overlap',
      'None',
      networking('10.128.0.0/14', '172.30.0.0/16', '10.130.0.0/24'),
      'spec.networking.MachineNetwork and spec.networking.ClusterNetwork overlap: 10.130.0.0/24 and 10.128.0.0/14',
    ],
    [
      'two families that both come first',
      'None',
      networking('10.128.0.0/14', 'fd02::/112'),
      'declare multiple network stacks as primary network in the cluster definition is not allowed',
    ],
    [
      'a range with the address that the API is advertised at',
      'None',
      networking('10.128.0.0/14', '172.20.0.0/16'),
      'the field spec.networking.ServiceNetwork with content 172.20.0.0/16 overlaps with the defined AdvertiseAddress 172.20.0.1',
    ],
    [
      'a range with the address that was chosen for it',
      'None',
      networking('10.128.0.0/14', '172.30.0.0/16', undefined, { advertiseAddress: '10.129.0.1' }),
      'overlaps with the defined AdvertiseAddress 10.129.0.1',
    ],
    [
      'a second range with the address that the API is advertised at',
      'None',
      {
        networking: {
          clusterNetwork: [{ cidr: '10.128.0.0/14' }, { cidr: '172.20.0.0/16' }],
          serviceNetwork: [{ cidr: '172.30.0.0/16' }],
          networkType: 'OVNKubernetes',
        },
      },
      'the field spec.networking.ClusterNetwork with content 172.20.0.0/16 overlaps with the defined AdvertiseAddress 172.20.0.1',
    ],
    [
      'one name for two services',
      'KubeVirt',
      { services: sameHost },
      "service type OAuthServer can't be published with the same hostname one.example.net as service type APIServer",
    ],
    [
      'a port that nodes do not have',
      'None',
      { services: ports },
      'spec.services[0].nodePort.port: Invalid value: 8443: port must be within the configured range 30000-32767 or 0 for dynamic assignment',
    ],
    [
      'an address of nodes that is one of services',
      'None',
      { ...networking('10.128.0.0/14', '192.0.2.0/24'), services: BY_NODE_PORTS },
      'Nodeport IP is within the service network range: 192.0.2.10 is within 192.0.2.0/24',
    ],
    [
      'ports of nodes on AWS',
      'AWS',
      { services: BY_NODE_PORTS },
      'service type Konnectivity with publishing strategy NodePort is not supported, use Route',
    ],
    [
      'authorities that are not there',
      'None',
      { additionalTrustBundle: { name: 'cas' } },
      'failed to get configMap cas: configmaps "cas" not found',
    ],
    [
      'a key for tokens that is not there',
      'None',
      { serviceAccountSigningKey: { name: 'sa' } },
      'invalid service account signing key: failed to get hostedcluster ServiceAccountSigningKey secret sa: not found',
    ],
  ])('with %s is invalid', async (_what, platform, spec, problem) => {
    const world = await startOrdered(platform, { spec })

    expect(await world.condition('ValidConfiguration')).toBe('False/InvalidConfiguration')
    expect(await world.message('ValidConfiguration')).toContain(problem)
    expect(await world.condition('Progressing')).toBe('False/Blocked')
    expect(await world.condition('ReconciliationSucceeded')).toBe('False/ReconciliationError')
    expect(await world.hasNamespace()).toBe(false)
  })

  it('with several problems names them all', async () => {
    const spec = { ...networking('10.128.0.0/14', '172.20.0.0/16'), additionalTrustBundle: { name: 'cas' } }
    const world = await startOrdered('None', { spec })

    expect(await world.message('ValidConfiguration')).toMatch(
      /^\[spec\.networking\.ServiceNetwork: .*, failed to get configMap cas.*\]$/,
    )
  })

  it('with a namespace of agents that is not there is tried again when it comes', async () => {
    const world = await startOrdered('Agent', {
      spec: { platform: { type: 'Agent', agent: { agentNamespace: 'later' } } },
    })
    expect(await world.condition('ValidConfiguration')).toBe('False/InvalidConfiguration')

    await world.client.create(Namespace, { metadata: { name: 'later' } })
    await world.clock.settle()

    expect(await world.condition('ValidConfiguration')).toBe('True/AsExpected')
    expect(await world.controlPlane()).toBeDefined()
  })

  it('with Routes needs a management cluster that has them', async () => {
    const world = await startHostedClusterWorld({ routes: false })
    await world.start()
    await world.order('Azure')

    expect(await world.condition('ValidConfiguration')).toBe('False/InvalidConfiguration')
    expect(await world.message('ValidConfiguration')).toContain(
      'cluster does not support Routes, but service "APIServer" is exposed via a Route',
    )
  })

  it('of a platform that is not known here is not supported', async () => {
    const world = await startOrdered('None', { spec: { platform: { type: 'IBMCloud' }, services: BY_NAMED_ROUTES } })

    expect(await world.condition('SupportedHostedCluster')).toBe('False/UnsupportedHostedCluster')
    expect(await world.condition('Progressing')).toBe('False/Blocked')
    expect(await world.hasNamespace()).toBe(false)
  })

  it('without a way for machines to get theirs stops everything', async () => {
    const services = BY_NODE_PORTS.map((published) =>
      published.service === 'Ignition' ? { ...published, service: 'OIDC' } : published,
    )
    const world = await startOrdered('None', { spec: { services } })

    expect(await world.hasNamespace()).toBe(false)
  })

  it('that the schema can judge does not get in at all', async () => {
    const world = await startOrdered('Azure')
    const create = (spec: object) =>
      world.client.create(HostedCluster, {
        metadata: { namespace: NAMESPACE, name: 'other' },
        spec: {
          release: { image: 'r:4.19.3' },
          pullSecret: { name: 'p' },
          platform: { type: 'None' },
          ...spec,
        } as HostedCluster['spec'],
      })

    await expect(create({ services: BY_NODE_PORTS.slice(0, 3) })).rejects.toMatchObject({ code: 422 })
    await expect(create({ services: BY_NODE_PORTS, clusterID: 'x'.repeat(36) })).rejects.toMatchObject({ code: 422 })
    await expect(world.change({ spec: { infraID: 'other' } })).rejects.toMatchObject({ code: 422 })
    await expect(world.change({ spec: { clusterID: null } })).rejects.toMatchObject({ code: 422 })
  })
})

describe('the authorities of a proxy', () => {
  const YEAR_MS = 365 * 24 * 3_600_000
  const withProxy = { spec: { configuration: { proxy: { trustedCA: { name: 'cas' } } } } }
  const bundleFrom = (now: number) => createCertificateAuthority({ commonName: 'proxy', now }).certificatePem

  it.each<[string, (now: number) => string, string]>([
    ['are valid', (now) => bundleFrom(now), 'True/AsExpected'],
    ['are no certificates', () => 'nonsense', 'False/ProxyCABundleInvalid'],
    ['are of the future', (now) => bundleFrom(now + YEAR_MS), 'False/ProxyCABundleInvalid'],
    ['are of the past', (now) => bundleFrom(now - 50 * YEAR_MS), 'False/ProxyCABundleInvalid'],
  ])('%s', async (_what, bundle, expected) => {
    const world = await startHostedClusterWorld()
    await world.start()
    await world.order('None', withProxy)
    const metadata = { namespace: NAMESPACE, name: 'cas' }
    await world.client.create(ConfigMap, { metadata, data: { 'ca-bundle.crt': bundle(world.clock.now()) } })
    await world.seconds(1)

    expect(await world.condition('ValidProxyConfiguration')).toBe(expected)
  })

  it('need not be there', async () => {
    const world = await startOrdered('None')

    expect(await world.condition('ValidProxyConfiguration')).toBe('True/AsExpected')
    expect(await world.message('ValidProxyConfiguration')).toBe('No proxy CA bundle configured')
  })
})
