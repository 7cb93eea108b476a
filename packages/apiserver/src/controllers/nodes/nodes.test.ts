import type { Lease, Node, Pod } from '@skep/api'
import { formatMicroTime } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { LEASES, NODES, PODS } from '../resources.ts'
import { addNode, aNode, aTemplate, startWorld, type World } from '../test/world.ts'

const aPod = (name: string, spec: object = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { ...aTemplate({}).spec!, ...spec },
})

const taintsOf = (world: World, name: string) =>
  world
    .get<Node>(NODES, name)
    ?.spec?.taints?.map(({ key, effect }) => `${key.replace('node.kubernetes.io/', '')}:${effect}`)
const readyOf = (world: World, name: string) =>
  world.get<Node>(NODES, name)?.status?.conditions?.find(({ type }) => type === 'Ready')
const setReady = (world: World, name: string, status: string) =>
  world.report<Node>(NODES, name, (node) => {
    node.status = { ...node.status, conditions: [{ type: 'Ready', status }] }
  })

async function renew(world: World, name: string): Promise<void> {
  const spec = { holderIdentity: name, renewTime: formatMicroTime(world.clock.now()) }
  const found = world.objects.get(LEASES, 'kube-node-lease', name) as Lease | undefined
  const lease: Lease = { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name }, spec }
  if (!found) await world.objects.create(LEASES, 'kube-node-lease', lease)
  else await world.objects.modify(LEASES, 'kube-node-lease', name, (stored) => ({ ...stored, spec }) as Lease)
  await world.clock.settle()
}

describe('a node', () => {
  it('takes no pods until it is ready', async () => {
    const world = await startWorld()
    await world.create(NODES, aNode('one'))
    await setReady(world, 'one', 'False')
    expect(taintsOf(world, 'one')).toEqual(['not-ready:NoSchedule', 'not-ready:NoExecute'])

    await setReady(world, 'one', 'True')

    expect(taintsOf(world, 'one') ?? []).toEqual([])
  })

  it('is marked with what its conditions and its owner say', async () => {
    const world = await startWorld()
    await addNode(world, aNode('one'))

    await world.report<Node>(NODES, 'one', ({ status }) => {
      status!.conditions = [...status!.conditions!, { type: 'DiskPressure', status: 'True' }]
    })
    await world.change<Node>(NODES, 'one', ({ spec }) => {
      spec!.unschedulable = true
      spec!.taints = [...(spec!.taints ?? []), { key: 'mine', effect: 'NoSchedule' }]
    })

    expect(taintsOf(world, 'one')?.sort()).toEqual([
      'disk-pressure:NoSchedule',
      'mine:NoSchedule',
      'unschedulable:NoSchedule',
    ])
  })

  it('is unknown when it stops renewing its lease, and its pods leave after five minutes', async () => {
    const world = await startWorld()
    await addNode(world, aNode('one'))
    await renew(world, 'one')
    await world.create(PODS, aPod('a'))
    await world.playKubelets()
    await world.clock.advance(40_000)
    await renew(world, 'one')
    await world.clock.advance(40_000)
    expect(readyOf(world, 'one')).toMatchObject({ status: 'True' })

    await world.clock.advance(10_000)
    expect(readyOf(world, 'one')).toMatchObject({
      status: 'Unknown',
      reason: 'NodeStatusUnknown',
      message: 'Kubelet stopped posting node status.',
    })
    expect(taintsOf(world, 'one')).toEqual(['unreachable:NoSchedule', 'unreachable:NoExecute'])
    expect(world.get<Pod>(PODS, 'a')?.status?.conditions?.find(({ type }) => type === 'Ready')?.status).toBe('False')
    expect(world.eventsOf('one')).toEqual(['NodeNotReady: Node one status is now: NodeNotReady'])
    await world.clock.advance(300_000)

    expect(world.get<Pod>(PODS, 'a')?.metadata.deletionTimestamp).toBeDefined()
    expect(world.eventsOf('a').at(-1)).toBe('TaintManagerEviction: Marking for deletion Pod default/a')
  })

  it('is announced when it comes and when it goes, and is no longer ready only when it was', async () => {
    const world = await startWorld()
    const conditions = [{ type: 'Ready', status: 'False' }]
    await world.create(NODES, { ...aNode('one'), status: { conditions } } as Node)
    await setReady(world, 'one', 'True')
    await setReady(world, 'one', 'False')
    await setReady(world, 'one', 'Unknown')
    await world.objects.delete(NODES, '', 'one')
    await world.clock.settle()

    expect(world.eventsOf('one')).toEqual([
      'RegisteredNode: Node one event: Registered Node one in Controller',
      'NodeNotReady: Node one status is now: NodeNotReady',
      'RemovingNode: Node one event: Removing Node one from Controller',
    ])
  })

  it('without a lease is as it says, however long ago', async () => {
    const world = await startWorld()
    await addNode(world, aNode('one'))

    await world.clock.advance(3_600_000)

    expect(readyOf(world, 'one')).toMatchObject({ status: 'True' })
  })

  it('loses pods at once that do not tolerate its taint, and keeps those that do', async () => {
    const world = await startWorld()
    await addNode(world, aNode('one'))
    await world.create(PODS, aPod('brave', { tolerations: [{ key: 'maintenance', operator: 'Exists' }] }))
    await world.create(PODS, aPod('timid'))

    await world.change<Node>(NODES, 'one', (node) => {
      node.spec = { taints: [{ key: 'maintenance', effect: 'NoExecute' }] }
    })

    expect(world.get<Pod>(PODS, 'timid')).toMatchObject({
      metadata: { deletionTimestamp: expect.any(String) },
      status: {
        conditions: expect.arrayContaining([
          expect.objectContaining({
            type: 'DisruptionTarget',
            reason: 'DeletionByTaintManager',
            message: 'Taint manager: deleting due to NoExecute taint',
          }),
        ]),
      },
    })
    expect(world.get<Pod>(PODS, 'brave')?.metadata.deletionTimestamp).toBeUndefined()
  })

  it('takes its pods along when it is deleted, unless it comes back soon', async () => {
    const world = await startWorld()
    for (const name of ['gone', 'back']) {
      await addNode(world, aNode(name))
      await world.create(PODS, aPod(`on-${name}`, { nodeSelector: { 'kubernetes.io/hostname': name } }))
    }

    for (const name of ['gone', 'back']) await world.delete(NODES, name)
    await world.clock.advance(20_000)
    await addNode(world, aNode('back'))
    expect(world.get(PODS, 'on-gone')).toBeDefined()
    await world.clock.advance(20_000)

    expect(world.get(PODS, 'on-gone')).toBeUndefined()
    expect(world.get(PODS, 'on-back')).toBeDefined()
  })
})
