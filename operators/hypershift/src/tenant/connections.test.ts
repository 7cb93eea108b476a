import { ConfigMap, Node, Pod } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { startWorld, type World } from './test/world.ts'

const CHECK = { namespace: 'kube-system', name: 'control-plane-connectivity-check' }

/** Says whether agents run, as a kubelet does. */
async function setAgents({ tenant, seconds }: World, status: 'True' | 'False'): Promise<void> {
  const { items } = await tenant.client.list(Pod, { namespace: 'kube-system' })
  const body = { status: { phase: 'Running', conditions: [{ type: 'Ready', status }] } }
  for (const { metadata } of items) {
    await tenant.client.patch(Pod, metadata, { type: 'merge', body }, { subresource: 'status' })
  }
  await seconds(1)
}

const conditions = async ({ condition }: World) => [
  await condition('DataPlaneConnectionAvailable'),
  await condition('ControlPlaneConnectionAvailable'),
]

/** A world with a node, on which no kubelet runs anything. */
async function startWithNode(): Promise<World> {
  const world = await startWorld()
  await world.addNode('one')
  await world.seconds(1)
  return world
}

describe('connections between a control plane and its nodes', () => {
  it('are not known while there are no nodes', async () => {
    const world = await startWorld()

    await world.seconds(1)

    expect(await conditions(world)).toEqual(['Unknown/NoWorkerNodesAvailable', 'Unknown/NoWorkerNodesAvailable'])
    expect((await world.controlPlane()).status?.nodeCount).toBe(0)
  })

  it('are missing while no agent runs', async () => {
    const world = await startWithNode()

    expect(await conditions(world)).toEqual(['False/KonnectivityAgentPodsNotFound', 'False/KASAccessFailed'])
    expect((await world.controlPlane()).status?.nodeCount).toBe(1)
  })

  it('are there as soon as one does', async () => {
    const world = await startWithNode()

    await setAgents(world, 'True')

    expect(await conditions(world)).toEqual(['True/AsExpected', 'True/AsExpected'])
  })

  it('are stale five minutes after the last agent', async () => {
    const world = await startWithNode()
    await setAgents(world, 'True')
    await world.seconds(3_600)
    expect(await conditions(world)).toEqual(['True/AsExpected', 'True/AsExpected'])

    await setAgents(world, 'False')
    await world.seconds(200)
    expect(await conditions(world)).toEqual(['False/KonnectivityAgentPodsNotFound', 'True/AsExpected'])

    await world.seconds(120)
    expect(await conditions(world)).toEqual(['False/KonnectivityAgentPodsNotFound', 'False/ConnectionCheckStale'])
  })

  it('cannot be told without the place where they are noted', async () => {
    const world = await startWithNode()

    await world.tenant.client.delete(ConfigMap, CHECK)
    await setAgents(world, 'True')

    expect(await world.condition('ControlPlaneConnectionAvailable')).toBe('Unknown/ConfigMapNotFound')
  })

  it('count no node that is not ready', async () => {
    const world = await startWithNode()
    await setAgents(world, 'True')

    const body = { status: { conditions: [{ type: 'Ready', status: 'False', reason: 'KubeletNotReady' }] } }
    await world.tenant.client.patch(Node, { name: 'one' }, { type: 'merge', body }, { subresource: 'status' })
    await world.seconds(1)

    expect(await world.condition('DataPlaneConnectionAvailable')).toBe('Unknown/NoWorkerNodesAvailable')
  })
})

describe('an API that does not serve', () => {
  it('has a version that nobody knows', async () => {
    const world = await startWorld()
    await world.rollOut('4.19.3')
    await world.seconds(1)

    await world.tenant.change({ serving: false })
    await world.rollOut('4.19.4')
    await world.seconds(1)

    expect(await world.condition('ClusterVersionProgressing')).toBe('Unknown/StatusUnknown')
    expect(await world.message('ClusterVersionProgressing')).toBe(
      'failed to get clusterVersion: the API server is not available',
    )
  })
})
