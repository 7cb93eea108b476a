import { ClusterVersion, HostedCluster, HostedControlPlane, Namespace, Pod, Secret, SelfSubjectReview } from '@skep/api'
import { createRandom } from '@skep/base'
import { createSimulatedNodes } from '@skep/sim'
import { describe, expect, it, vi } from 'vitest'
import { CONTROL_PLANE, NAMESPACE } from './hosted-cluster/test/samples.ts'
import { type HypershiftWorld, startHypershiftWorld } from './test/world.ts'

// All pods of a control plane are a while in the making on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

const demo = { namespace: NAMESPACE, name: 'demo' }
const SINGLE = { controllerAvailabilityPolicy: 'SingleReplica' }

/** Opens the cluster by its published kubeconfig, with the rights of that and no others. */
async function openTenant({ client, apis }: HypershiftWorld) {
  const secret = await client.get(Secret, { namespace: NAMESPACE, name: 'demo-admin-kubeconfig' })
  return apis.connect(Buffer.from(secret?.data?.['kubeconfig'] ?? '', 'base64').toString())
}

/** Gives the cluster a node, as a machine that joins would. Returns how to take it away. */
async function addNode({ apis, clock }: HypershiftWorld): Promise<() => Promise<void>> {
  const { client } = apis.get(CONTROL_PLANE)!
  const nodes = createSimulatedNodes({ client, clock, random: createRandom(3), count: 1 })
  await nodes.start()
  return () => nodes.stop()
}

async function expectTenant(world: HypershiftWorld): Promise<void> {
  const tenant = await openTenant(world)
  const whoami = await tenant.create(SelfSubjectReview, { metadata: {} })
  expect(whoami.status?.userInfo?.username).toBe('system:admin')
  const clusterVersion = await tenant.get(ClusterVersion, { name: 'version' })
  expect(clusterVersion?.spec.clusterID).toBe((await world.hostedCluster())?.spec.clusterID)
  tenant.close()
}

/** Components with pods, all of which run or have run. */
async function runningComponents({ client }: HypershiftWorld): Promise<Set<string | undefined>> {
  const { items } = await client.list(Pod, { namespace: CONTROL_PLANE })
  const waiting = items.filter(({ status }) => status?.phase !== 'Running' && status?.phase !== 'Succeeded')
  expect(waiting.map(({ metadata }) => metadata.name)).toEqual([])
  return new Set(items.map(({ metadata }) => metadata.labels?.['hypershift.openshift.io/control-plane-component']))
}

async function expectNothingLeft({ client, apis, hostedCluster }: HypershiftWorld): Promise<void> {
  expect(await hostedCluster()).toBeUndefined()
  expect(await client.get(HostedControlPlane, { namespace: CONTROL_PLANE, name: 'demo' })).toBeUndefined()
  expect(await client.get(Namespace, { name: CONTROL_PLANE })).toBeUndefined()
  expect(apis.get(CONTROL_PLANE)).toBeUndefined()
  const { items } = await client.list(Secret, { namespace: NAMESPACE })
  expect(items.map(({ metadata }) => metadata.name)).toEqual(['demo-pull'])
}

describe.each([
  ['with pods', true],
  ['without pods', false],
])('a hosted cluster, its control plane %s', (_how, controlPlanePods) => {
  it('becomes available, completes, is upgraded, and goes', async () => {
    const world = await startHypershiftWorld({ controlPlanePods })
    const statusOf = async () => (await world.hostedCluster())?.status
    await world.start()
    await world.order('demo', 'Azure', SINGLE)

    await world.seconds(300)
    expect(await world.condition('Available')).toBe('True/AsExpected')
    expect(await statusOf()).toMatchObject({
      controlPlaneEndpoint: { host: 'apiserver.demo.hcp.example.net', port: 443 },
      kubeconfig: { name: 'demo-admin-kubeconfig' },
      version: { history: [{ state: 'Partial', version: '4.19.3' }] },
    })
    await expectTenant(world)
    if (controlPlanePods) {
      const components = await runningComponents(world)
      for (const name of ['etcd', 'kube-apiserver', 'control-plane-operator', 'cluster-api', 'capi-provider']) {
        expect(components).toContain(name)
      }
    }

    const removeNode = await addNode(world)
    await world.seconds(300)
    expect(await statusOf()).toMatchObject({
      version: { history: [{ state: 'Completed', version: '4.19.3' }] },
      controlPlaneVersion: { history: [{ state: 'Completed', version: '4.19.3' }] },
    })
    expect(await world.condition('ClusterVersionSucceeding')).toMatch(/^True\//)
    expect(await world.condition('Progressing')).toBe('False/AsExpected')
    expect(await world.condition('Degraded')).toBe('False/AsExpected')

    const release = { image: 'img.example/ocp-release:4.19.4-multi' }
    await world.client.patch(HostedCluster, demo, { type: 'merge', body: { spec: { release } } })
    await world.seconds(1_200)
    const history = (await statusOf())?.version?.history?.map(({ state, version }) => `${version} ${state}`)
    expect(history).toEqual(['4.19.4 Completed', '4.19.3 Completed'])
    expect(await world.condition('Available')).toBe('True/AsExpected')
    expect(await world.condition('Progressing')).toBe('False/AsExpected')

    await removeNode()
    await world.client.delete(HostedCluster, demo)
    await world.seconds(300)
    await expectNothingLeft(world)
  })
})

describe('a hosted cluster', () => {
  it('comes as far when the operator is stopped and started again and again', async () => {
    const world = await startHypershiftWorld()
    let running = await world.start()
    await world.order('demo', 'Azure')
    for (let round = 0; round < 8; round++) {
      await world.seconds(20)
      await running.stop()
      running = await world.start()
    }
    await world.seconds(300)

    expect(await world.condition('Available')).toBe('True/AsExpected')
    expect((await world.hostedCluster())?.status?.version?.history).toMatchObject([{ version: '4.19.3' }])
  })

  it('says why it does not become available, and does when that is mended', async () => {
    const world = await startHypershiftWorld()
    const failure = { condition: 'Available', reason: 'NoQuorum', message: 'no quorum', state: 'Etcd' }
    world.behaviours.setFailure('HostedCluster', demo, failure)
    await world.start()
    await world.order('demo', 'Azure')
    await world.seconds(600)

    expect(await world.condition('EtcdAvailable')).toBe('False/EtcdWaitingForQuorum')
    expect(await world.condition('Available')).toBe('False/KubeconfigWaitingForCreate')

    world.behaviours.clearOverride('HostedCluster', demo)
    await world.seconds(600)
    expect(await world.condition('Available')).toBe('True/AsExpected')
  })

  it('has nothing to do with another', async () => {
    const world = await startHypershiftWorld()
    await world.start()
    await world.order('demo', 'Azure')
    await world.order('other', 'None')
    await world.seconds(600)
    await world.client.delete(HostedCluster, demo)
    await world.seconds(300)

    expect(await world.hostedCluster()).toBeUndefined()
    expect(await world.condition('Available', 'other')).toBe('True/AsExpected')
    expect(await world.client.get(Namespace, { name: 'ocm-local-2abc-other' })).toBeDefined()
  })
})
