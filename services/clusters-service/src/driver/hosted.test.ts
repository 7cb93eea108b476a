import { X509Certificate } from 'node:crypto'
import { ClusterImageSet, ClusterRoleBinding, HostedCluster, Namespace, NodePool, Secret } from '@skep/api'
import { formatTime } from '@skep/base'
import type { JsonObject } from '@skep/schema'
import { describe, expect, it, vi } from 'vitest'
import { breakGlassCredential } from '../model/children/access.ts'
import { controlPlaneUpgradePolicy } from '../model/children/operations.ts'
import { nodePool } from '../model/children/pools.ts'
import { KUBECONFIG } from '../test/api-fixture.ts'
import { startWorld, type World } from './test/world.ts'

const hosted = { namespace: 'uhc-test-c1', name: 'name-c1' }
const workers = { namespace: 'uhc-test-c1', name: 'name-c1-workers' }
const glass = (id: string) => ({ clusterId: 'c1', collection: 'break_glass_credentials', id }) as const
const pool = { clusterId: 'c1', collection: 'node_pools', id: 'workers' } as const

async function addVersion(world: World, version: string) {
  const metadata = {
    name: `openshift-v${version}`,
    labels: { 'api.openshift.com/channel-group': 'stable' },
    annotations: { 'api.openshift.com/version': version },
  }
  const spec = { releaseImage: `registry.example.com/release:openshift-v${version}` }
  await world.client.apply(ClusterImageSet, { metadata, spec }, { force: true })
}

async function worldWithOrder() {
  const world = await startWorld()
  for (const version of ['4.17.0', '4.17.5']) await addVersion(world, version)
  const kubeconfig = { kubeconfig: 'x' }
  await world.addShard('shard-1', { hypershift_config: kubeconfig, management_cluster: 'mc-1' })
  const driver = world.drive({ enterCluster: () => ({ ...world.client, close: () => {} }) })
  await world.clock.advance(1_000)
  const version = { id: 'openshift-v4.17.0', raw_id: '4.17.0', channel_group: 'stable' }
  await world.order('c1', { hypershift: { enabled: true }, version })
  await world.children.create(nodePool, { ...pool, body: { replicas: 2 }, secrets: {} })
  await world.clock.advance(1_000)
  return { ...world, driver }
}

/** Plays HyperShift: says how the control plane does. */
async function say(world: World, available: 'True' | 'False', message: string, more: JsonObject = {}): Promise<void> {
  const now = formatTime(world.clock.now())
  const conditions = [{ type: 'Available', status: available, reason: 'AsExpected', message, lastTransitionTime: now }]
  const patch = { type: 'merge', body: { status: { conditions, ...more } } } as const
  await world.client.patch(HostedCluster, hosted, patch, { subresource: 'status' })
  await world.clock.advance(1_000)
}

const history = (world: World, version: string, state: 'Completed' | 'Partial') => {
  const time = formatTime(world.clock.now())
  const update = { state, version, image: 'i', startedTime: time, completionTime: time }
  return {
    controlPlaneVersion: { desired: { version, image: 'i' }, history: [update] },
    version: {
      desired: { version, image: 'i' },
      history: [{ ...update, verified: true }],
      observedGeneration: 1,
      availableUpdates: [],
    },
  }
}

const stateOf = async (world: World) => (await world.get('c1'))?.cluster.state

describe('a cluster whose control plane is hosted', () => {
  it('is made of a HostedCluster and NodePools, and is ready when the control plane is available', async () => {
    const world = await worldWithOrder()
    const { spec, metadata } = (await world.client.get(HostedCluster, hosted))!
    expect(spec.release.image).toBe('registry.example.com/release:4.17.0-multi')
    expect(spec.platform.aws).toMatchObject({ region: 'us-east-1' })
    expect(metadata.labels?.['api.openshift.com/id']).toBe('c1')
    expect((await world.client.get(NodePool, workers))?.spec).toMatchObject({ clusterName: 'name-c1', replicas: 2 })
    await say(world, 'False', 'Waiting for etcd')
    expect((await world.get('c1'))?.cluster).toMatchObject({
      state: 'installing',
      status: { description: 'Waiting for etcd' },
      hypershift: { enabled: true, management_cluster: 'mc-1', hcp_namespace: 'uhc-test-c1-name-c1' },
    })

    const endpoint = { controlPlaneEndpoint: { host: 'api.example.com', port: 443 } }
    await say(world, 'True', '', { ...endpoint, ...history(world, '4.17.0', 'Completed') })
    expect((await world.get('c1'))?.cluster).toMatchObject({
      state: 'ready',
      openshift_version: '4.17.0',
      api: { url: 'https://api.example.com:443' },
      health_state: 'healthy',
    })
    await say(world, 'False', 'etcd is gone')
    expect((await world.get('c1'))?.cluster).toMatchObject({ state: 'ready', health_state: 'unhealthy' })
  })

  it('tells how its node pools do, and has them changed and removed', async () => {
    const world = await worldWithOrder()
    const now = formatTime(world.clock.now())
    const conditions = ['Ready', 'AllNodesHealthy'].map((type) => ({ type, status: 'True', lastTransitionTime: now }))
    const patch = { type: 'merge', body: { status: { replicas: 2, version: '4.17.0', conditions } } } as const
    await world.client.patch(NodePool, workers, patch, { subresource: 'status' })
    await world.clock.advance(1_000)
    const { document, version } = (await world.children.get(pool))!
    expect(document).toMatchObject({
      status: { state: { value: 'ready' }, current_replicas: 2 },
      version: { id: 'openshift-v4.17.0' },
    })
    expect((await world.get('c1'))?.cluster.status?.current_compute).toBe(2)

    const autoscaling = { min_replica: 2, max_replica: 5 }
    await world.children.change(pool, 'Node pool', { autoscaling, status: document['status'] }, version, {})
    await world.clock.advance(1_000)
    const { spec } = (await world.client.get(NodePool, workers))!
    expect(spec.autoScaling).toEqual({ min: 2, max: 5 })
    expect(spec.replicas).toBeUndefined()

    await world.children.remove(pool)
    await world.clock.advance(2_000)
    expect(await world.client.get(NodePool, workers)).toBeUndefined()
    expect(await world.children.get(pool)).toBeUndefined()
  })

  it('is upgraded by its policies', async () => {
    const world = await worldWithOrder()
    await say(world, 'True', '', history(world, '4.17.0', 'Completed'))
    const address = { clusterId: 'c1', collection: 'control_plane/upgrade_policies', id: 'p' } as const
    await world.children.create(controlPlaneUpgradePolicy, { ...address, body: { version: '4.17.5' }, secrets: {} })
    await world.clock.advance(1_000)
    const policy = async () => (await world.children.get(address))?.document['state']
    expect(await policy()).toMatchObject({ value: 'started' })
    const image = (await world.client.get(HostedCluster, hosted))?.spec.release.image
    expect(image).toBe('registry.example.com/release:4.17.5-multi')

    await say(world, 'True', '', history(world, '4.17.5', 'Partial'))
    expect(await policy()).toMatchObject({ value: 'started' })
    await say(world, 'True', '', history(world, '4.17.5', 'Completed'))
    expect(await policy()).toMatchObject({ value: 'completed' })
    expect((await world.get('c1'))?.cluster.version?.id).toBe('openshift-v4.17.5')
  })

  it('is in error when HyperShift refuses it', async () => {
    const world = await worldWithOrder()
    const time = formatTime(world.clock.now())
    const refusal = {
      type: 'ValidReleaseImage',
      status: 'False',
      reason: 'TooOld',
      message: 'no',
      lastTransitionTime: time,
    }
    await world.client.patch(
      HostedCluster,
      hosted,
      { type: 'merge', body: { status: { conditions: [refusal] } } },
      { subresource: 'status' },
    )
    await world.clock.advance(1_000)

    expect((await world.get('c1'))?.cluster).toMatchObject({
      state: 'error',
      status: {
        provision_error_code: 'OCM5001',
        provision_error_message: 'HyperShift refuses the cluster: TooOld: no',
      },
    })
  })

  it('can be entered with the kubeconfig that HyperShift made', async () => {
    const world = await worldWithOrder()
    const record = (await world.get('c1'))!
    const { signal } = new AbortController()
    expect(await world.driver.credentials(record, signal)).toBeUndefined()
    const secret = (name: string, stringData: Record<string, string>) =>
      world.client.create(Secret, { metadata: { namespace: 'uhc-test-c1', name }, stringData })
    await secret('admin', { kubeconfig: 'the kubeconfig' })
    await secret('password', { password: 'sesame' })
    await say(world, 'True', '', { kubeconfig: { name: 'admin' }, kubeadminPassword: { name: 'password' } })

    expect(await world.driver.credentials(record, signal)).toEqual({
      kubeconfig: 'the kubeconfig',
      admin: { user: 'kubeadmin', password: 'sesame' },
    })
    expect([...(await world.driver.liveResources(record, signal)).keys()]).toEqual([
      'hostedclusters.hypershift.openshift.io/name-c1',
      'nodepools.hypershift.openshift.io/name-c1-workers',
    ])
  })

  it('issues ways in for emergencies, and closes them when they end or are revoked', async () => {
    const world = await worldWithOrder()
    const { client } = world
    const admin = { kubeconfig: KUBECONFIG }
    await client.create(Secret, { metadata: { namespace: 'uhc-test-c1', name: 'admin' }, stringData: admin })
    await say(world, 'True', '', { kubeconfig: { name: 'admin' } })
    const until = formatTime(world.clock.now() + 120_000)
    const add = (id: string) => {
      const body = { username: `user-${id}`, expiration_timestamp: until, status: 'created' }
      return world.children.create(breakGlassCredential, { ...glass(id), body, secrets: {} })
    }
    const documentOf = async (id: string) => (await world.children.get(glass(id)))!.document
    await add('a')
    await add('b')
    // Signing takes time of its own.
    await vi.waitFor(async () => {
      await world.clock.advance(500)
      expect([(await documentOf('a'))['status'], (await documentOf('b'))['status']]).toEqual(['issued', 'issued'])
    }, 5_000)
    const issued = await documentOf('a')
    const kubeconfig = JSON.parse(String(issued['kubeconfig']))
    expect(kubeconfig.clusters[0].cluster.server).toBe('https://127.0.0.1:1')
    const pem = Buffer.from(kubeconfig.users[0].user['client-certificate-data'], 'base64')
    expect(new X509Certificate(pem).subject).toBe('CN=system:customer-break-glass:user-a')
    const binding = await client.get(ClusterRoleBinding, { name: 'break-glass-a' })
    expect(binding?.subjects).toMatchObject([{ kind: 'User', name: 'system:customer-break-glass:user-a' }])

    const { document, version } = (await world.children.get(glass('a')))!
    const revoked = { ...document, status: 'awaiting_revocation' }
    await world.children.change(glass('a'), 'Break glass credential', revoked, version, {})
    await world.clock.advance(1_000)
    expect(await documentOf('a')).toMatchObject({ status: 'revoked', kubeconfig: '' })
    expect(await client.get(ClusterRoleBinding, { name: 'break-glass-a' })).toBeUndefined()

    await world.clock.advance(120_000)
    expect(await documentOf('b')).toMatchObject({ status: 'expired', kubeconfig: '' })
    expect(await client.get(ClusterRoleBinding, { name: 'break-glass-b' })).toBeUndefined()
  })

  it('leaves nothing on its shard when it is deleted', async () => {
    const world = await worldWithOrder()
    await world.clusters.change('c1', () => ({
      service: { deletion: { requestedAt: '2026-01-01T00:00:00Z', deprovision: true, bestEffort: false } },
    }))
    await world.clock.advance(120_000)

    expect(await stateOf(world)).toBeUndefined()
    expect(await world.client.get(HostedCluster, hosted)).toBeUndefined()
    expect(await world.client.get(Namespace, { name: 'uhc-test-c1' })).toBeUndefined()
  })
})
