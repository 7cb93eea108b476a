import {
  AgentCluster,
  AwsCluster,
  ClusterApiCluster,
  HostedCluster,
  KubevirtCluster,
  NodePool,
  Role,
  RoleBinding,
  Secret,
  Service,
} from '@skep/api'
import { describe, expect, it } from 'vitest'
import { CONTROL_PLANE, NAMESPACE, type PlatformName } from './test/samples.ts'
import { type OrderChanges, startHostedClusterWorld } from './test/world.ts'

async function startOrdered(platform: PlatformName, changes: OrderChanges = {}, controlPlanePods = false) {
  const world = await startHostedClusterWorld({ controlPlanePods })
  await world.start()
  await world.order(platform, changes)
  const capiCluster = async () => world.made(ClusterApiCluster, (await world.hostedCluster()).spec.infraID ?? '')
  return { ...world, capiCluster }
}

describe('machines that run an agent', () => {
  it('get a Cluster once it is known where they get their configuration', async () => {
    const world = await startOrdered('Agent')
    expect((await world.controlPlane())?.spec.platform).toEqual({ type: 'None', agent: { agentNamespace: 'agents' } })
    expect(await world.made(AgentCluster, 'demo')).toBeUndefined()
    expect(await world.capiCluster()).toBeUndefined()

    await world.client.create(Service, {
      metadata: { namespace: CONTROL_PLANE, name: 'ignition-server-proxy' },
      spec: { type: 'NodePort', ports: [{ port: 443, nodePort: 31999 }] } as Service['spec'],
    })
    await world.seconds(1)

    expect((await world.made(AgentCluster, 'demo'))?.spec?.ignitionEndpoint).toEqual({
      url: 'https://192.0.2.10:31999/ignition',
      caCertificateReference: { name: 'ignition-server-ca-cert', namespace: CONTROL_PLANE },
    })
    expect((await world.capiCluster())?.spec?.infrastructureRef).toMatchObject({ kind: 'AgentCluster', name: 'demo' })
  })

  it('are taken from their namespace by the right to do so, which goes with the cluster', async () => {
    const world = await startOrdered('Agent', {}, true)
    const role = { namespace: 'agents', name: 'capi-provider-role-ocm-local-2abc-demo' }
    const binding = { namespace: 'agents', name: 'cluster-api-agent-ocm-local-2abc-demo' }
    expect((await world.client.get(Role, role))?.rules).toEqual([
      {
        apiGroups: ['agent-install.openshift.io'],
        resources: ['agents'],
        verbs: ['get', 'list', 'watch', 'update', 'patch'],
      },
    ])
    expect(await world.client.get(RoleBinding, binding)).toBeDefined()

    await world.client.delete(HostedCluster, { namespace: NAMESPACE, name: 'demo' })
    await world.seconds(60)

    expect(await world.client.get(Role, role)).toBeUndefined()
    expect(await world.client.get(RoleBinding, binding)).toBeUndefined()
  })
})

describe('machines of AWS', () => {
  it('get credentials for each role, and a Cluster', async () => {
    const world = await startOrdered('AWS')

    const secret = await world.made(Secret, 'node-management-creds')
    expect(Buffer.from(secret?.data?.['credentials'] ?? '', 'base64').toString()).toContain(
      'role_arn = arn:aws:iam::1:role/nodePoolManagement\n',
    )
    expect(await world.made(AwsCluster, 'demo')).toMatchObject({
      metadata: { annotations: { 'cluster.x-k8s.io/managed-by': 'external' } },
      spec: { region: 'us-east-1' },
      status: { ready: true },
    })
    expect((await world.capiCluster())?.spec?.infrastructureRef).toMatchObject({ kind: 'AWSCluster', name: 'demo' })
    expect(await world.condition('ValidAWSIdentityProvider')).toBe('Unknown/StatusUnknown')
  })
})

describe('virtual machines', () => {
  it('get an id, a key for Secrets, and what the management cluster runs on, before anything else', async () => {
    const world = await startOrdered('KubeVirt')

    const { spec, metadata } = await world.hostedCluster()
    expect(spec.platform.kubevirt?.generateID).toMatch(/^[a-z0-9]{10}$/)
    expect(spec.secretEncryption).toEqual({
      type: 'aescbc',
      aescbc: { activeKey: { name: 'demo-etcd-encryption-key' } },
    })
    expect(metadata.annotations).toMatchObject({ 'hypershift.openshift.io/management-platform': 'None' })
    const key = await world.client.get(Secret, { namespace: NAMESPACE, name: 'demo-etcd-encryption-key' })
    expect(Buffer.from(key?.data?.['key'] ?? '', 'base64')).toHaveLength(32)
    expect(key?.metadata.ownerReferences).toMatchObject([{ kind: 'HostedCluster', name: 'demo' }])
    expect((await world.made(Secret, 'demo-etcd-encryption-key'))?.data).toEqual(key?.data)
    expect(await world.made(KubevirtCluster, spec.infraID ?? '')).toMatchObject({ status: { ready: true } })
    expect((await world.capiCluster())?.spec?.infrastructureRef).toMatchObject({
      kind: 'KubevirtCluster',
      name: spec.infraID,
    })

    const controlPlaneEndpoint = { host: 'api.demo.hcp.example.net', port: 443 }
    await world.report({ controlPlaneEndpoint })
    expect(await world.made(KubevirtCluster, spec.infraID ?? '')).toMatchObject({ spec: { controlPlaneEndpoint } })
  })

  it('have a domain below that of the management cluster if they are to', async () => {
    const platform = { type: 'KubeVirt', kubevirt: { baseDomainPassthrough: true } }
    const world = await startOrdered('KubeVirt', { spec: { platform, dns: { baseDomain: '' } } })

    expect((await world.hostedCluster()).spec.dns?.baseDomain).toBe('apps.management.example.net')
  })

  it('of another cluster need a way into it', async () => {
    const credentials = { infraNamespace: 'vms', infraKubeConfigSecret: { name: 'infra', key: 'kubeconfig' } }
    const platform = { type: 'KubeVirt', kubevirt: { credentials } }
    const world = await startOrdered('KubeVirt', { spec: { platform } })
    expect(await world.condition('PlatformCredentialsFound')).toBe('False/PlatformCredentialsNotFound')
    expect(await world.condition('ReconciliationSucceeded')).toBe('False/ReconciliationError')

    await world.client.create(Secret, {
      metadata: { namespace: NAMESPACE, name: 'infra' },
      stringData: { kubeconfig: 'x' },
    })
    await world.seconds(1)

    expect(await world.condition('PlatformCredentialsFound')).toBe('True/AsExpected')
    expect(await world.made(Secret, 'kubevirt-infra-credentials')).toBeDefined()
  })

  it('that cannot be moved while they run are named', async () => {
    const world = await startOrdered('KubeVirt')
    expect(await world.condition('KubeVirtNodesLiveMigratable')).toBe('True/AsExpected')
    const metadata = { namespace: NAMESPACE, name: 'workers' }
    await world.client.create(NodePool, {
      metadata,
      spec: {
        clusterName: 'demo',
        replicas: 1,
        release: { image: 'r:4.19.3' },
        platform: { type: 'KubeVirt', kubevirt: {} },
        management: { upgradeType: 'Replace' },
      } as NodePool['spec'],
    })
    const time = '2030-01-01T00:00:00Z'
    const conditions = [{ type: 'KubeVirtNodesLiveMigratable', status: 'False', reason: 'x', lastTransitionTime: time }]
    await world.client.patch(
      NodePool,
      metadata,
      { type: 'merge', body: { status: { conditions } } },
      { subresource: 'status' },
    )
    await world.seconds(1)

    expect(await world.condition('KubeVirtNodesLiveMigratable')).toBe('False/KubeVirtNodesNotLiveMigratable')
    expect(await world.message('KubeVirtNodesLiveMigratable')).toContain('workers')
  })
})

describe('no platform', () => {
  it('means no Cluster: somebody else brings the nodes', async () => {
    const world = await startOrdered('None')

    expect(await world.controlPlane()).toBeDefined()
    expect(await world.capiCluster()).toBeUndefined()
    expect(await world.condition('PlatformCredentialsFound')).toBe('True/AsExpected')
  })
})

it('knows whether a pool of nodes grows by itself', async () => {
  const world = await startOrdered('Azure')
  const annotation = async () =>
    (await world.controlPlane())?.metadata.annotations?.['hypershift.openshift.io/disable-cluster-autoscaler']
  expect(await annotation()).toBe('true')
  const ref = { namespace: NAMESPACE, name: 'workers' }
  await world.client.create(NodePool, {
    metadata: ref,
    spec: {
      clusterName: 'demo',
      autoScaling: { min: 1, max: 3 },
      release: { image: 'r:4.19.3' },
      platform: { type: 'None' },
      management: { upgradeType: 'Replace' },
    } as NodePool['spec'],
  })
  await world.seconds(1)
  expect(await annotation()).toBeUndefined()

  await world.client.delete(NodePool, ref)
  await world.seconds(1)
  expect(await annotation()).toBe('true')
})
