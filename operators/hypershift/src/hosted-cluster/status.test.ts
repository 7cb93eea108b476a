import { Deployment, Route, Secret, Service } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { CONTROL_PLANE, NAMESPACE } from './test/samples.ts'
import { type HostedClusterWorld, startHostedClusterWorld } from './test/world.ts'

const AVAILABLE = { Available: 'True/AsExpected yes' }

async function startOrdered(...[platform, changes]: Parameters<HostedClusterWorld['order']>) {
  const world = await startHostedClusterWorld({ controlPlanePods: true })
  await world.start()
  await world.order(platform, changes)
  return world
}

const secretOf = (world: HostedClusterWorld, name: string) => world.client.get(Secret, { namespace: NAMESPACE, name })

describe('the status of a hosted cluster', () => {
  it('knows nothing before there is a control plane that says something', async () => {
    const world = await startOrdered('Azure')

    for (const type of [
      'InfrastructureReady',
      'EtcdAvailable',
      'KubeAPIServerAvailable',
      'ValidHostedControlPlaneConfiguration',
      'ValidReleaseInfo',
      'ValidIDPConfiguration',
      'ExternalDNSReachable',
      'DataPlaneConnectionAvailable',
      'ControlPlaneConnectionAvailable',
      'ConfigOperatorReconciliationSucceeded',
      'HostedClusterRestoredFromBackup',
      'EtcdBackupSucceeded',
      'ClusterVersionSucceeding',
      'ClusterVersionProgressing',
      'ClusterVersionAvailable',
      'ClusterVersionReleaseAccepted',
      'ClusterVersionUpgradeable',
    ]) {
      expect([type, await world.condition(type)]).toEqual([type, 'Unknown/StatusUnknown'])
    }
    expect(await world.condition('ClusterVersionRetrievedUpdates')).toBeUndefined()
    expect(await world.condition('AutoNodeEnabled')).toBe('False/AutoNodeNotConfigured')
    expect(await world.condition('CloudResourcesDestroyed')).toBeUndefined()
  })

  it('says what its control plane says, and since when', async () => {
    const world = await startOrdered('Azure')
    await world.seconds(30)

    await world.report(
      {},
      { EtcdAvailable: 'True/QuorumAvailable fine', InfrastructureReady: 'True/AsExpected All is well' },
    )
    await world.seconds(30)
    await world.change({ spec: { channel: 'stable-4.19' } })

    const etcd = (await world.hostedCluster()).status?.conditions?.find(({ type }) => type === 'EtcdAvailable')
    expect(etcd).toEqual({
      type: 'EtcdAvailable',
      status: 'True',
      reason: 'QuorumAvailable',
      message: 'fine',
      lastTransitionTime: '2030-01-01T00:00:30Z',
      observedGeneration: 3,
    })
    expect(await world.message('KubeAPIServerAvailable')).toBe('Condition not found in the HCP')
  })

  it('turns a failing version into one that does not succeed', async () => {
    const world = await startOrdered('Azure')
    await world.report(
      {},
      { ClusterVersionFailing: 'True/OperatorDegraded no dns', ClusterVersionAvailable: 'False/Installing x' },
    )
    expect(await world.condition('ClusterVersionSucceeding')).toBe('False/OperatorDegraded')
    expect(await world.condition('ClusterVersionAvailable')).toBe('False/Installing')

    await world.report(
      {},
      {
        ClusterVersionFailing: 'False/FromClusterVersion',
        ClusterVersionRetrievedUpdates: 'False/NoChannel',
      },
    )
    expect(await world.condition('ClusterVersionSucceeding')).toBe('True/FromClusterVersion')
    expect(await world.condition('ClusterVersionRetrievedUpdates')).toBe('False/NoChannel')

    await world.report({}, { ClusterVersionRetrievedUpdates: 'Unknown/StatusUnknown' })
    expect(await world.condition('ClusterVersionRetrievedUpdates')).toBeUndefined()
  })

  it('is available when its control plane is, and remembers that it was', async () => {
    const world = await startOrdered('Azure')
    await world.report(
      {},
      { Available: 'False/EtcdWaitingForQuorum no quorum', Degraded: 'True/UnavailableReplicas etcd' },
    )
    expect(await world.condition('Available')).toBe('False/EtcdWaitingForQuorum')
    expect(await world.message('Available')).toBe('no quorum')
    expect(await world.condition('Degraded')).toBe('True/UnavailableReplicas')

    await world.report({}, { ...AVAILABLE, Degraded: 'False/AsExpected' })

    expect(await world.condition('Available')).toBe('True/AsExpected')
    expect(await world.message('Available')).toBe('The hosted control plane is available')
    expect(await world.message('Degraded')).toBe('The hosted cluster is not degraded')
    const { metadata } = await world.hostedCluster()
    expect(metadata.annotations).toMatchObject({ 'hypershift.openshift.io/HasBeenAvailable': 'true' })
  })

  it('says where the API is, on port 443 if it is a route', async () => {
    const routed = await startOrdered('Azure')
    const status = {
      controlPlaneEndpoint: { host: 'api.demo.hcp.example.net', port: 6443 },
      oauthCallbackURLTemplate: 'https://o',
    }
    await routed.report(status)
    expect((await routed.hostedCluster()).status).toMatchObject({
      controlPlaneEndpoint: { host: 'api.demo.hcp.example.net', port: 443 },
      oauthCallbackURLTemplate: 'https://o',
    })

    const direct = await startOrdered('None')
    await direct.report({ controlPlaneEndpoint: { host: '192.0.2.10', port: 31443 } })
    expect((await direct.hostedCluster()).status?.controlPlaneEndpoint).toEqual({ host: '192.0.2.10', port: 31443 })
  })

  it('says where machines get their configuration: at the name of the route', async () => {
    const world = await startOrdered('Azure')

    expect((await world.hostedCluster()).status?.ignitionEndpoint).toBe('ignition.demo.hcp.example.net')
  })

  it('says where machines get their configuration: at the name that the route was given', async () => {
    const services = (['APIServer', 'OAuthServer', 'Konnectivity', 'Ignition'] as const).map((service) => ({
      service,
      servicePublishingStrategy: { type: service === 'APIServer' ? 'LoadBalancer' : 'Route' },
    }))
    const world = await startOrdered('None', { spec: { services } })
    expect((await world.hostedCluster()).status?.ignitionEndpoint).toBeUndefined()

    const metadata = { namespace: CONTROL_PLANE, name: 'ignition-server' }
    await world.client.create(Route, {
      metadata,
      spec: { host: 'ign.apps.example.net', to: { kind: 'Service', name: 'ignition-server-proxy' } } as Route['spec'],
    })
    await world.seconds(1)

    expect((await world.hostedCluster()).status?.ignitionEndpoint).toBe('ign.apps.example.net')
  })

  it('says where machines get their configuration: at a port of the nodes', async () => {
    const world = await startOrdered('None')
    await world.client.create(Service, {
      metadata: { namespace: CONTROL_PLANE, name: 'ignition-server-proxy' },
      spec: { type: 'NodePort', ports: [{ port: 443, nodePort: 31999 }] } as Service['spec'],
    })
    await world.seconds(1)

    expect((await world.hostedCluster()).status?.ignitionEndpoint).toBe('192.0.2.10:31999')
  })

  it('says whether the server of configurations is there', async () => {
    const world = await startOrdered('Azure')
    const metadata = { namespace: CONTROL_PLANE, name: 'ignition-server' }
    const template = { metadata: { labels: { app: 'i' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
    // There is no node, so no pod of it will ever run.
    const spec = { replicas: 1, selector: { matchLabels: { app: 'i' } }, template }
    await world.client.create(Deployment, { metadata, spec } as unknown as Deployment)
    await world.seconds(1)
    expect(await world.condition('IgnitionEndpointAvailable')).toBe('False/WaitingForAvailable')

    await world.client.patch(Deployment, metadata, { type: 'merge', body: { spec: { replicas: 0 } } })
    await world.seconds(1)
    expect(await world.condition('IgnitionEndpointAvailable')).toBe('True/AsExpected')
  })
})

describe('what lets people into a hosted cluster', () => {
  const source = (world: HostedClusterWorld, name: string, data: Record<string, string>) =>
    world.client.create(Secret, { metadata: { namespace: CONTROL_PLANE, name }, stringData: data })

  it('is published beside it', async () => {
    const world = await startOrdered('Azure', { labels: { team: 'blue' } })
    await source(world, 'admin-kubeconfig', { kubeconfig: 'config' })
    await source(world, 'kubeadmin-password', { password: 'secret' })
    expect((await world.hostedCluster()).status?.kubeconfig).toBeUndefined()

    await world.report({
      kubeConfig: { name: 'admin-kubeconfig', key: 'kubeconfig' },
      kubeadminPassword: { name: 'kubeadmin-password' },
    })

    const { status, metadata } = await world.hostedCluster()
    expect(status?.kubeconfig).toEqual({ name: 'demo-admin-kubeconfig' })
    expect(status?.kubeadminPassword).toEqual({ name: 'demo-kubeadmin-password' })
    const owner = {
      apiVersion: 'hypershift.openshift.io/v1beta1',
      kind: 'HostedCluster',
      name: 'demo',
      uid: metadata.uid,
    }
    expect(await secretOf(world, 'demo-admin-kubeconfig')).toMatchObject({
      metadata: { labels: { team: 'blue' }, ownerReferences: [owner] },
      data: { kubeconfig: Buffer.from('config').toString('base64') },
    })
    expect(await secretOf(world, 'demo-kubeadmin-password')).toMatchObject({
      metadata: { ownerReferences: [owner] },
      data: { password: Buffer.from('secret').toString('base64') },
    })
  })

  it('comes back when somebody deletes it, and goes when the control plane has it no longer', async () => {
    const world = await startOrdered('Azure')
    await source(world, 'kubeadmin-password', { password: 'secret' })
    await world.report({ kubeadminPassword: { name: 'kubeadmin-password' } })
    await world.client.delete(Secret, { namespace: NAMESPACE, name: 'demo-kubeadmin-password' })
    await world.seconds(1)
    expect(await secretOf(world, 'demo-kubeadmin-password')).toBeDefined()

    await world.report({ kubeadminPassword: undefined })

    expect(await secretOf(world, 'demo-kubeadmin-password')).toBeUndefined()
    expect((await world.hostedCluster()).status?.kubeadminPassword).toBeUndefined()
  })

  it('neither replaces nor removes what is of somebody else', async () => {
    const world = await startOrdered('Azure')
    await source(world, 'admin-kubeconfig', { kubeconfig: 'config' })
    const metadata = { namespace: NAMESPACE }
    const stringData = { mine: 'x' }
    // The first is where the kubeconfig would be, the second would be that of a cluster called demo-custom.
    for (const name of ['demo-admin-kubeconfig', 'demo-custom-admin-kubeconfig']) {
      await world.client.create(Secret, { metadata: { ...metadata, name }, stringData })
    }
    await world.report({ kubeConfig: { name: 'admin-kubeconfig', key: 'kubeconfig' } })
    await world.seconds(1)

    const data = { mine: Buffer.from('x').toString('base64') }
    expect((await secretOf(world, 'demo-admin-kubeconfig'))?.data).toEqual(data)
    expect((await secretOf(world, 'demo-custom-admin-kubeconfig'))?.data).toEqual(data)
    expect((await world.hostedCluster()).status?.kubeconfig).toBeUndefined()
    expect(await world.message('ReconciliationSucceeded')).toContain(
      'secret "demo-admin-kubeconfig" is somebody else\'s, and would be overwritten: rename it',
    )
  })

  it('has another kubeconfig for another name of the API, as long as there is one', async () => {
    const world = await startOrdered('Azure', { spec: { kubeAPIServerDNSName: 'k.example.com' } })
    await source(world, 'custom-admin-kubeconfig', { kubeconfig: 'config' })
    await world.report({ customKubeconfig: { name: 'custom-admin-kubeconfig', key: 'kubeconfig' } })
    expect((await world.hostedCluster()).status?.customKubeconfig).toEqual({ name: 'demo-custom-admin-kubeconfig' })
    expect(await secretOf(world, 'demo-custom-admin-kubeconfig')).toBeDefined()

    await world.change({ spec: { kubeAPIServerDNSName: null } })

    expect((await world.hostedCluster()).status?.customKubeconfig).toBeUndefined()
    expect(await secretOf(world, 'demo-custom-admin-kubeconfig')).toBeUndefined()
  })
})
