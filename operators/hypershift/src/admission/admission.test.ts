import {
  clusterApiKinds,
  HostedCluster,
  hypershiftKinds,
  MutatingWebhookConfiguration,
  Namespace,
  NodePool,
  ValidatingWebhookConfiguration,
} from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { createRandom, VirtualClock } from '@skep/base'
import { createClient, inProcessTransport } from '@skep/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hostedClusterSpec } from '../hosted-cluster/test/samples.ts'
import { startAdmission } from './index.ts'

const NAMESPACE = 'clusters'

async function startAsked() {
  const clock = new VirtualClock()
  const kinds = [...hypershiftKinds, ...clusterApiKinds]
  const server = await startApiServer({ clock, random: createRandom(1), kinds })
  const client = createClient({ transport: inProcessTransport(server), clock })
  const end = await startAdmission({ client, random: createRandom(2) }, {})
  onTestFinished(async () => {
    await end()
    client.close()
    await server.close()
  })
  await client.create(Namespace, { metadata: { name: NAMESPACE } })
  const createCluster = (changes: object, platform: 'KubeVirt' | 'None' = 'None', annotations = {}) =>
    client.create(HostedCluster, {
      metadata: { namespace: NAMESPACE, name: 'demo', annotations },
      spec: hostedClusterSpec(platform, changes),
    })
  const createPool = (spec: object, annotations = {}) =>
    client.create(NodePool, {
      metadata: { namespace: NAMESPACE, name: 'workers', annotations },
      // What is not given here is what admission has to fill in.
      spec: { clusterName: 'demo', replicas: 1, ...spec } as NodePool['spec'],
    })
  return { client, end, createCluster, createPool }
}

describe('a new hosted cluster', () => {
  it('has the newest release, and no ranges for single nodes, unless told otherwise', async () => {
    const { createCluster } = await startAsked()

    const { spec } = await createCluster({ release: { image: '' } })

    expect(spec.release.image).toBe('ocp-release:5.1.0-multi')
    expect(spec.networking.allocateNodeCIDRs).toBe('Disabled')
  })

  it('gets what virtual machines need', async () => {
    const { createCluster } = await startAsked()
    const services = [
      { service: 'Ignition', servicePublishingStrategy: { type: 'NodePort', nodePort: { address: 'a.b.example' } } },
    ]

    const { spec } = await createCluster({ services, dns: { baseDomain: '' } }, 'KubeVirt')

    expect(spec.platform.kubevirt).toMatchObject({
      generateID: expect.stringMatching(/^[a-z0-9]{10}$/),
      baseDomainPassthrough: true,
    })
    expect(spec.services.map(({ service, servicePublishingStrategy: { type } }) => `${service} ${type}`)).toEqual([
      'Ignition NodePort',
      'APIServer LoadBalancer',
      'OAuthServer Route',
      'Konnectivity Route',
    ])
  })

  it.each([
    ['{', 'it is not a list of operations'],
    ['[{"path":"/spec"}]', 'missing op field'],
    ['[{"op":"remove"}]', 'missing path field'],
    ['[{"op":"add","path":"/spec"}]', 'missing value field'],
  ])('is refused with a bad patch of virtual machines: %s', async (patch, problem) => {
    const { createCluster } = await startAsked()
    const annotations = { 'hypershift.openshift.io/kubevirt-vm-jsonpatch': patch }

    await expect(createCluster({}, 'KubeVirt', annotations)).rejects.toMatchObject({
      code: 403,
      message: `admission webhook "hostedclusters.hypershift.openshift.io" denied the request: wrong json patch structure in the "hypershift.openshift.io/kubevirt-vm-jsonpatch" annotation: ${problem}`,
    })
  })
})

describe('a new pool of nodes', () => {
  it('has the release of its hosted cluster unless it names another', async () => {
    const { createCluster, createPool } = await startAsked()
    await createCluster({ release: { image: 'img.example/ocp-release:4.18.2-multi' } })

    const { spec } = await createPool({ platform: { type: 'None' }, management: { upgradeType: 'InPlace' } })

    expect(spec.release.image).toBe('img.example/ocp-release:4.18.2-multi')
  })

  it('replaces virtual machines rather than updating them in place', async () => {
    const { createPool } = await startAsked()

    const { spec } = await createPool({
      release: { image: 'r:4.19.3' },
      platform: { type: 'KubeVirt' },
      management: {},
    })

    expect(spec.management).toMatchObject({ upgradeType: 'Replace', autoRepair: false })
    expect(spec.platform.kubevirt).toMatchObject({ compute: { memory: '8Gi', cores: 2 } })
  })

  it('is refused with a bad patch of virtual machines, also later', async () => {
    const { client, createPool } = await startAsked()
    await createPool({ release: { image: 'r:4.19.3' }, platform: { type: 'KubeVirt' }, management: {} })
    const annotations = { 'hypershift.openshift.io/kubevirt-vm-jsonpatch': 'x' }
    const ref = { namespace: NAMESPACE, name: 'workers' }

    await expect(
      client.patch(NodePool, ref, { type: 'merge', body: { metadata: { annotations } } }),
    ).rejects.toMatchObject({ code: 403 })
  })
})

it('asks nobody any more after the end', async () => {
  const { client, end } = await startAsked()

  await end()

  expect((await client.list(MutatingWebhookConfiguration)).items).toEqual([])
  expect((await client.list(ValidatingWebhookConfiguration)).items).toEqual([])
})
