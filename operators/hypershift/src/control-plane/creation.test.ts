import { type HostedControlPlane, Secret, SelfSubjectReview } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { ARO, BY_NODE_PORTS } from './test/specs.ts'
import { NAMESPACE, startWorld, type World } from './test/world.ts'

const conditions = async (world: World, ...types: string[]) =>
  Object.fromEntries(await Promise.all(types.map(async (type) => [type, await world.condition(type)])))

describe('a control plane', () => {
  it('becomes available stage by stage', async () => {
    const world = await startWorld()
    await world.start()
    await world.make()

    await world.seconds(10)
    expect(
      await conditions(
        world,
        'Available',
        'InfrastructureReady',
        'EtcdAvailable',
        'KubeAPIServerAvailable',
        'Degraded',
      ),
    ).toEqual({
      Available: 'False/WaitingOnInfrastructureReady',
      InfrastructureReady: 'False/WaitingOnInfrastructureReady',
      EtcdAvailable: 'False/StatefulSetNotFound',
      KubeAPIServerAvailable: 'False/NotFound',
      Degraded: 'False/AsExpected',
    })
    await world.seconds(10)
    expect(await conditions(world, 'Available', 'InfrastructureReady', 'EtcdAvailable')).toEqual({
      Available: 'False/KubeconfigWaitingForCreate',
      InfrastructureReady: 'True/AsExpected',
      EtcdAvailable: 'False/EtcdWaitingForQuorum',
    })
    await world.seconds(40)
    expect(await conditions(world, 'Available', 'EtcdAvailable', 'KubeAPIServerAvailable')).toEqual({
      Available: 'False/WaitingForAvailable',
      EtcdAvailable: 'True/QuorumAvailable',
      KubeAPIServerAvailable: 'False/WaitingForAvailable',
    })
    await world.seconds(30)
    expect(await conditions(world, 'Available', 'KubeAPIServerAvailable')).toEqual({
      Available: 'False/ComponentsNotAvailable',
      KubeAPIServerAvailable: 'True/AsExpected',
    })
    expect(await world.message('Available')).toBe(
      'Waiting for components to be available: cluster-version-operator, openshift-apiserver',
    )
    await world.seconds(60)
    expect(await conditions(world, 'Available')).toEqual({ Available: 'True/AsExpected' })
  })

  it('has a cluster whose services and pods have addresses of its networks, the older kind for pods', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    await world.start()
    const networking = {
      clusterNetwork: [{ cidr: 'fd01::/48' }, { cidr: '10.64.0.0/16', hostPrefix: 24 }],
      serviceNetwork: [{ cidr: '10.65.0.0/16' }],
    }
    await world.make({ spec: { networking } as HostedControlPlane['spec'] })
    await world.seconds(1)

    expect(world.apis.get(NAMESPACE)?.settings).toMatchObject({
      serviceNetwork: '10.65.0.0/16',
      podNetwork: { cidr: '10.64.0.0/16', hostPrefix: 24 },
    })
  })

  it('says where it is, and how far its release is', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    await world.start()
    await world.make({ spec: ARO })

    await world.seconds(1)

    const { status } = await world.controlPlane()
    expect(status).toMatchObject({
      ready: true,
      initialized: true,
      externalManagedControlPlane: true,
      controlPlaneEndpoint: { host: 'apiserver.demo.hcp.example.net', port: 443 },
      oauthCallbackURLTemplate: 'https://oauthserver.demo.hcp.example.net:443/oauth2callback/[identity-provider-name]',
      kubeConfig: { name: 'admin-kubeconfig', key: 'kubeconfig' },
      kubeadminPassword: { name: 'kubeadmin-password' },
      controlPlaneVersion: { desired: { version: '4.19.3' }, history: [{ state: 'Completed', version: '4.19.3' }] },
    })
    expect(await conditions(world, 'ExternalDNSReachable', 'ValidAzureKMSConfig', 'ValidReleaseInfo')).toEqual({
      ExternalDNSReachable: 'True/AsExpected',
      ValidAzureKMSConfig: 'Unknown/StatusUnknown',
      ValidReleaseInfo: 'True/AsExpected',
    })
  })

  it('has a kubeconfig that opens its API', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    await world.start()
    await world.make({ spec: { services: BY_NODE_PORTS } })
    await world.seconds(1)

    const secret = await world.client.get(Secret, { namespace: NAMESPACE, name: 'admin-kubeconfig' })
    const kubeconfig = Buffer.from(secret?.data?.['kubeconfig'] ?? '', 'base64').toString()
    const tenant = await world.apis.connect(kubeconfig)
    const review = await tenant.create(SelfSubjectReview, { metadata: {} })
    tenant.close()

    expect(review.status?.userInfo).toMatchObject({ username: 'system:admin' })
    expect(kubeconfig).toContain('- name: cluster\n')
    expect(kubeconfig).toContain('current-context: admin\n')
  })

  it('is left alone once it is there', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    const stop = await world.start()
    await world.make()
    await world.seconds(5)
    await stop()
    const writes: string[] = []
    world.client.observe(({ method }) => method === 'GET' || writes.push(method))

    await world.start()
    await world.seconds(600)

    expect(writes).toEqual([])
  })
})
