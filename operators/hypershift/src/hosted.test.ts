import { ClusterVersion, HostedCluster, HostedControlPlane, Namespace, Pod, Secret, SelfSubjectReview } from '@skep/api'
import { createRandom } from '@skep/base'
import { createSimulatedNodes } from '@skep/sim'
import { describe, expect, it } from 'vitest'
import { NAMESPACE } from './hosted-cluster/test/samples.ts'
import { type HypershiftWorld, startHypershiftWorld } from './test/world.ts'

const CONTROL_PLANE = 'ocm-local-2abc-demo'
const demo = { namespace: NAMESPACE, name: 'demo' }

/** Everything that a control plane does takes a while on a busy machine. */
const TIMEOUT_MS = 90_000

/** Gives a cluster a node, as a machine that joins would. Returns how to take it away. */
async function addNode({ apis, clock }: HypershiftWorld): Promise<() => Promise<void>> {
  const { client } = apis.get(CONTROL_PLANE)!
  const nodes = createSimulatedNodes({ client, clock, random: createRandom(3), count: 1 })
  await nodes.start()
  return () => nodes.stop()
}

/** Opens the cluster by its published kubeconfig, with the rights of that and no others. */
async function openTenant({ client, apis }: HypershiftWorld) {
  const secret = await client.get(Secret, { namespace: NAMESPACE, name: 'demo-admin-kubeconfig' })
  return apis.connect(Buffer.from(secret?.data?.['kubeconfig'] ?? '', 'base64').toString())
}

describe.each([
  ['with pods', true],
  ['without pods', false],
])('a hosted cluster, its control plane %s', (_how, controlPlanePods) => {
  it(
    'becomes available, completes, is upgraded, and goes',
    async () => {
      const world = await startHypershiftWorld({ controlPlanePods })
      await world.start()
      await world.order('demo', 'Azure')

      await world.seconds(300)
      expect(await world.condition('Available')).toBe('True/AsExpected')
      const { status } = (await world.hostedCluster())!
      expect(status?.controlPlaneEndpoint).toEqual({ host: 'apiserver.demo.hcp.example.net', port: 443 })
      expect(status?.kubeconfig).toEqual({ name: 'demo-admin-kubeconfig' })
      expect(status?.version?.history?.[0]).toMatchObject({ state: 'Partial', version: '4.19.3' })
      const tenant = await openTenant(world)
      const whoami = await tenant.create(SelfSubjectReview, { metadata: {} })
      expect(whoami.status?.userInfo?.username).toBe('system:admin')
      const clusterVersion = await tenant.get(ClusterVersion, { name: 'version' })
      expect(clusterVersion?.spec.clusterID).toBe((await world.hostedCluster())?.spec.clusterID)

      const removeNode = await addNode(world)
      await world.seconds(300)
      const completed = (await world.hostedCluster())?.status
      expect(completed?.version?.history?.[0]).toMatchObject({ state: 'Completed', version: '4.19.3' })
      expect(completed?.controlPlaneVersion?.history?.[0]).toMatchObject({ state: 'Completed', version: '4.19.3' })
      expect(await world.condition('ClusterVersionSucceeding')).toMatch(/^True\//)
      expect(await world.condition('Progressing')).toBe('False/AsExpected')
      expect(await world.condition('Degraded')).toBe('False/AsExpected')

      const release = { image: 'img.example/ocp-release:4.19.4-multi' }
      await world.client.patch(HostedCluster, demo, { type: 'merge', body: { spec: { release } } })
      await world.seconds(1_200)
      const { history } = (await world.hostedCluster())?.status?.version ?? {}
      expect(history?.map(({ state, version }) => `${version} ${state}`)).toEqual([
        '4.19.4 Completed',
        '4.19.3 Completed',
      ])
      expect(await world.condition('Available')).toBe('True/AsExpected')
      expect(await world.condition('Progressing')).toBe('False/AsExpected')
      tenant.close()
      await removeNode()

      await world.client.delete(HostedCluster, demo)
      await world.seconds(300)
      expect(await world.hostedCluster()).toBeUndefined()
      expect(await world.client.get(HostedControlPlane, { namespace: CONTROL_PLANE, name: 'demo' })).toBeUndefined()
      expect(await world.client.get(Namespace, { name: CONTROL_PLANE })).toBeUndefined()
      expect(world.apis.get(CONTROL_PLANE)).toBeUndefined()
      expect(
        (await world.client.list(Secret, { namespace: NAMESPACE })).items.map(({ metadata }) => metadata.name),
      ).toEqual(['demo-pull'])
    },
    TIMEOUT_MS,
  )
})

describe('a hosted cluster', () => {
  it(
    'comes as far when the operator is stopped and started again and again',
    async () => {
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
    },
    TIMEOUT_MS,
  )

  it(
    'says why it does not become available',
    async () => {
      const world = await startHypershiftWorld()
      world.behaviours.setFailure('HostedCluster', demo, {
        condition: 'Available',
        reason: 'NoQuorum',
        message: 'no quorum',
        state: 'Etcd',
      })
      await world.start()
      await world.order('demo', 'Azure')
      await world.seconds(600)

      expect(await world.condition('EtcdAvailable')).toBe('False/EtcdWaitingForQuorum')
      expect(await world.condition('Available')).toBe('False/KubeconfigWaitingForCreate')

      world.behaviours.clearOverride('HostedCluster', demo)
      await world.seconds(600)
      expect(await world.condition('Available')).toBe('True/AsExpected')
    },
    TIMEOUT_MS,
  )

  it(
    'has nothing to do with another',
    async () => {
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
    },
    TIMEOUT_MS,
  )

  it(
    'runs in pods by their real names',
    async () => {
      const world = await startHypershiftWorld({ controlPlanePods: true })
      await world.start()
      await world.order('demo', 'Azure')
      await world.seconds(600)

      const { items } = await world.client.list(Pod, { namespace: CONTROL_PLANE })
      const owners = new Set(
        items.map(({ metadata }) => metadata.labels?.['hypershift.openshift.io/control-plane-component']),
      )
      for (const name of ['etcd', 'kube-apiserver', 'control-plane-operator', 'cluster-api', 'capi-provider']) {
        expect(owners).toContain(name)
      }
      const notRunning = items.filter(({ status }) => status?.phase !== 'Running' && status?.phase !== 'Succeeded')
      expect(notRunning.map(({ metadata }) => metadata.name)).toEqual([])
    },
    TIMEOUT_MS,
  )
})
