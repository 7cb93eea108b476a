import {
  AzureCluster,
  AzureClusterIdentity,
  ClusterApiCluster,
  HostedCluster,
  HostedControlPlane,
  Namespace,
  Secret,
} from '@skep/api'
import { describe, expect, it } from 'vitest'
import { hostedClusterSpec } from './test/samples.ts'
import { startHostedClusterWorld } from './test/world.ts'

const PULL_SECRET = Buffer.from('{"auths":{}}').toString('base64')

describe('a hosted cluster', () => {
  it('first says that it waits for its control plane, and what it is going to be', async () => {
    const world = await startHostedClusterWorld({ controlPlanePods: true })
    await world.start()
    await world.order('Azure')

    expect(await world.condition('Available')).toBe('False/WaitingForAvailable')
    expect(await world.message('Available')).toBe('Waiting for hosted control plane to be healthy')
    expect(await world.condition('Degraded')).toBe('Unknown/StatusUnknown')
    expect(await world.condition('Progressing')).toBe('False/AsExpected')
    expect(await world.condition('IgnitionEndpointAvailable')).toBe('False/NotFound')
    const { status } = await world.hostedCluster()
    expect(status?.version).toEqual({
      desired: { version: '', image: 'img.example/ocp-release:4.19.3-multi' },
      history: [
        {
          state: 'Partial',
          startedTime: '2030-01-01T00:00:00Z',
          completionTime: null,
          version: '',
          image: 'img.example/ocp-release:4.19.3-multi',
          verified: false,
        },
      ],
      observedGeneration: 1,
      availableUpdates: null,
    })
    expect(status?.payloadArch).toBe('Multi')
    expect(status?.controlPlaneEndpoint).toEqual({ host: '', port: 443 })
  })

  it('gets its ids, a finalizer, and a namespace for its control plane', async () => {
    const world = await startHostedClusterWorld()
    await world.start()
    const annotations = { 'azure.microsoft.com/hcp-cluster-azure-resource-id': '/subscriptions/1/clusters/demo' }
    await world.order('Azure', { annotations })

    const { metadata, spec } = await world.hostedCluster()
    expect(metadata.finalizers).toEqual(['hypershift.openshift.io/finalizer'])
    expect(spec.infraID).toMatch(/^demo-[a-z0-9]{5}$/)
    expect(spec.clusterID).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    const namespace = await world.client.get(Namespace, { name: 'ocm-local-2abc-demo' })
    expect(namespace?.metadata.labels).toMatchObject({
      'hypershift.openshift.io/hosted-control-plane': 'true',
      'pod-security.kubernetes.io/enforce': 'restricted',
      'pod-security.kubernetes.io/audit': 'restricted',
      'pod-security.kubernetes.io/warn': 'restricted',
      'security.openshift.io/scc.podSecurityLabelSync': 'false',
    })
    expect(namespace?.metadata.annotations).toEqual({
      ...annotations,
      'hypershift.openshift.io/cluster': 'ocm-local-2abc/demo',
    })
  })

  it('gets a control plane of the same spec, and the Cluster whose machines become its nodes', async () => {
    const world = await startHostedClusterWorld()
    await world.start()
    await world.order('Azure', {
      labels: { 'api.openshift.com/id': '2abc', other: 'x' },
      annotations: { 'hypershift.openshift.io/disable-profiling': 'a', 'example.com/other': 'x' },
      spec: { sshKey: { name: 'ssh' }, channel: 'stable-4.19' },
    })

    const { spec } = await world.hostedCluster()
    const controlPlane = await world.controlPlane()
    expect(controlPlane?.metadata.labels).toEqual({ 'api.openshift.com/id': '2abc' })
    expect(controlPlane?.metadata.annotations).toEqual({
      'hypershift.openshift.io/cluster': 'ocm-local-2abc/demo',
      'hypershift.openshift.io/disable-cluster-autoscaler': 'true',
      'hypershift.openshift.io/disable-profiling': 'a',
    })
    expect(controlPlane?.spec).toMatchObject({
      releaseImage: 'img.example/ocp-release:4.19.3-multi',
      pullSecret: { name: 'pull-secret' },
      sshKey: { name: 'ssh-key' },
      infraID: spec.infraID,
      clusterID: spec.clusterID,
      channel: 'stable-4.19',
      dns: { baseDomain: 'hcp.example.net' },
      platform: { type: 'Azure' },
    })
    expect(await world.made(ClusterApiCluster, spec.infraID ?? '')).toMatchObject({
      metadata: { annotations: { 'hypershift.openshift.io/cluster': 'ocm-local-2abc/demo' } },
      spec: {
        controlPlaneRef: {
          apiVersion: 'hypershift.openshift.io/v1beta1',
          kind: 'HostedControlPlane',
          namespace: 'ocm-local-2abc-demo',
          name: 'demo',
        },
        infrastructureRef: { kind: 'AzureCluster', namespace: 'ocm-local-2abc-demo', name: 'demo' },
      },
    })
    expect(await world.made(AzureCluster, 'demo')).toMatchObject({
      metadata: { annotations: { 'cluster.x-k8s.io/managed-by': 'external' } },
      spec: {
        location: 'uksouth',
        resourceGroup: 'demo-managed-rg',
        networkSpec: { vnet: { name: 'v1', resourceGroup: 'net' }, nodeOutboundLB: { name: spec.infraID } },
      },
      status: { ready: true },
    })
    expect(await world.made(AzureClusterIdentity, 'demo')).toMatchObject({
      spec: { type: 'UserAssignedIdentityCredential', tenantID: '99999999-2222-3333-4444-555555555555' },
    })
  })

  it('copies its pull secret, and marks what it uses', async () => {
    const world = await startHostedClusterWorld()
    await world.start()
    await world.order('Azure')

    expect(await world.made(Secret, 'pull-secret')).toMatchObject({
      type: 'kubernetes.io/dockerconfigjson',
      data: { '.dockerconfigjson': PULL_SECRET },
    })
    const source = await world.client.get(Secret, { namespace: 'ocm-local-2abc', name: 'demo-pull' })
    expect(source?.metadata.annotations).toEqual({ 'referenced-resource.hypershift.openshift.io/demo': 'true' })
    expect(await world.condition('PlatformCredentialsFound')).toBe('True/AsExpected')
    expect(await world.condition('ReconciliationSucceeded')).toBe('True/ReconciliatonSucceeded')
  })

  it('writes nothing when there is nothing to do', async () => {
    const world = await startHostedClusterWorld({ controlPlanePods: true })
    const running = await world.start()
    await world.order('Azure')
    await world.seconds(60)
    const before = await world.hostedCluster()
    await running.stop()
    const methods = new Set<string>()
    world.client.observe(({ method }) => methods.add(method))

    await world.start()
    await world.seconds(60)

    expect(await world.hostedCluster()).toEqual(before)
    expect([...methods]).toEqual(['GET'])
  })

  it('keeps dots of its name out of the name of the namespace', async () => {
    const world = await startHostedClusterWorld()
    await world.start()
    await world.order('None')
    const { spec } = await world.hostedCluster()
    const { infraID: _infraID, clusterID: _clusterID, ...rest } = spec
    await world.client.create(HostedCluster, { metadata: { namespace: 'ocm-local-2abc', name: 'a.b' }, spec: rest })
    await world.seconds(1)

    const controlPlane = await world.client.get(HostedControlPlane, { namespace: 'ocm-local-2abc-a-b', name: 'a.b' })
    expect(controlPlane?.spec.infraID).toMatch(/^a-b-[a-z0-9]{5}$/)
  })

  it('says so when the namespace of its control plane would have too long a name', async () => {
    const world = await startHostedClusterWorld()
    await world.start()
    await world.order('None')
    const ref = { namespace: 'ocm-local-2abc', name: 'x'.repeat(49) }
    await world.client.create(HostedCluster, { metadata: ref, spec: hostedClusterSpec('None') })
    await world.seconds(1)

    const { status } = (await world.client.get(HostedCluster, ref))!
    expect(status?.conditions?.find(({ type }) => type === 'ReconciliationSucceeded')).toMatchObject({
      status: 'False',
      message: `the control plane needs namespace ocm-local-2abc-${'x'.repeat(49)}, which is longer than 63 characters: choose another name`,
    })
  })

  it('never shares the namespace of its control plane, whatever names run together', async () => {
    const world = await startHostedClusterWorld()
    await world.start()
    await world.order('None')
    await world.client.create(Namespace, { metadata: { name: 'ocm' } })
    const pull = { metadata: { namespace: 'ocm', name: 'demo-pull' }, stringData: { '.dockerconfigjson': '{}' } }
    await world.client.create(Secret, pull)
    const ref = { namespace: 'ocm', name: 'local-2abc-demo' }
    await world.client.create(HostedCluster, { metadata: ref, spec: hostedClusterSpec('None') })
    await world.seconds(1)

    const second = await world.client.get(HostedCluster, ref)
    expect(second?.status?.conditions?.find(({ type }) => type === 'ReconciliationSucceeded')).toMatchObject({
      status: 'False',
      message: 'namespace ocm-local-2abc-demo is that of HostedCluster ocm-local-2abc/demo: choose another name',
    })

    await world.client.delete(HostedCluster, ref)
    await world.seconds(60)
    expect(await world.client.get(HostedCluster, ref)).toBeUndefined()
    expect(await world.client.get(Namespace, { name: 'ocm-local-2abc-demo' })).toBeDefined()
    expect(await world.controlPlane()).toBeDefined()
  })

  it('never shares it either with one that was ordered at the same time', async () => {
    const world = await startHostedClusterWorld()
    await world.order('None')
    await world.client.create(Namespace, { metadata: { name: 'ocm' } })
    const pull = { metadata: { namespace: 'ocm', name: 'demo-pull' }, stringData: { '.dockerconfigjson': '{}' } }
    await world.client.create(Secret, pull)
    const ref = { namespace: 'ocm', name: 'local-2abc-demo' }
    await world.client.create(HostedCluster, { metadata: ref, spec: hostedClusterSpec('None') })

    await world.start()
    await world.seconds(60)

    const { items } = await world.client.list(HostedControlPlane, { namespace: 'ocm-local-2abc-demo' })
    expect(items).toHaveLength(1)
    const [owner] = items.map(({ metadata }) => metadata.annotations?.['hypershift.openshift.io/cluster'])
    const namespace = await world.client.get(Namespace, { name: 'ocm-local-2abc-demo' })
    expect(namespace?.metadata.annotations?.['hypershift.openshift.io/cluster']).toBe(owner)
  })
})
