import type { ControllerRevision, DaemonSet, Node, Pod } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { CONTROLLER_REVISIONS, DAEMON_SETS, NODES, PODS } from '../../resources.ts'
import { addNode, aNode, aTemplate, startWorld, type World } from '../../test/world.ts'

const aSet = (rest: Partial<DaemonSet['spec']> = {}): DaemonSet => ({
  apiVersion: 'apps/v1',
  kind: 'DaemonSet',
  metadata: { name: 'agent' },
  spec: { selector: { matchLabels: { app: 'agent' } }, template: aTemplate({ app: 'agent' }), ...rest },
})

async function worldWith(...nodes: Node[]): Promise<World> {
  const world = await startWorld()
  for (const node of nodes) await addNode(world, node)
  return world
}

const placed = (world: World): (string | undefined)[] =>
  world
    .pods()
    .map(({ spec }) => spec?.nodeName)
    .sort()
const found = (world: World) => world.get<DaemonSet>(DAEMON_SETS, 'agent')
const useImage = (world: World, image: string) =>
  world.change<DaemonSet>(DAEMON_SETS, 'agent', ({ spec }) => {
    spec.template = aTemplate({ app: 'agent' }, image)
  })
const imagesByNode = (world: World): Record<string, string[]> => {
  const byNode: Record<string, string[]> = {}
  for (const { metadata, spec } of world.pods()) {
    const image = spec?.containers[0]?.image?.replace('registry.example/', '') ?? ''
    const leaving = metadata.deletionTimestamp === undefined ? '' : ' leaving'
    byNode[spec?.nodeName ?? ''] = [...(byNode[spec?.nodeName ?? ''] ?? []), image + leaving].sort()
  }
  return byNode
}

describe('a DaemonSet', () => {
  it('runs a pod on every node, also on those that come later', async () => {
    const world = await worldWith(aNode('one'), aNode('two'))
    await world.create(DAEMON_SETS, aSet())
    expect(placed(world)).toEqual(['one', 'two'])

    await addNode(world, aNode('three'))
    await world.playUntilQuiet()

    expect(placed(world)).toEqual(['one', 'three', 'two'])
    expect(found(world)?.status).toEqual({
      currentNumberScheduled: 3,
      desiredNumberScheduled: 3,
      numberMisscheduled: 0,
      numberReady: 3,
      numberAvailable: 3,
      updatedNumberScheduled: 3,
      observedGeneration: 1,
    })
    expect(world.eventsOf('agent')[0]).toMatch(/^SuccessfulCreate: Created pod: agent-/)
  })

  it('binds its pods to their nodes by name and lets them run on nodes in trouble', async () => {
    const world = await worldWith(aNode('one'))
    await world.change<Node>(NODES, 'one', (node) => {
      node.spec = { ...node.spec, unschedulable: true }
    })

    await world.create(DAEMON_SETS, aSet())

    const [pod] = world.pods()
    expect(pod?.spec?.nodeName).toBe('one')
    expect(pod?.spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution).toEqual({
      nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['one'] }] }],
    })
    expect(pod?.spec?.tolerations?.map(({ key }) => key)).toEqual([
      'node.kubernetes.io/not-ready',
      'node.kubernetes.io/unreachable',
      'node.kubernetes.io/disk-pressure',
      'node.kubernetes.io/memory-pressure',
      'node.kubernetes.io/pid-pressure',
      'node.kubernetes.io/unschedulable',
    ])
  })

  it('leaves nodes out that its selector or their taints exclude', async () => {
    const world = await worldWith(
      aNode('gpu', { labels: { gpu: 'yes' } }),
      aNode('plain'),
      aNode('closed', { labels: { gpu: 'yes' } }),
    )
    await world.change<Node>(NODES, 'closed', (node) => {
      node.spec = { taints: [{ key: 'closed', effect: 'NoSchedule' }] }
    })
    const template = aTemplate({ app: 'agent' })
    template.spec!.nodeSelector = { gpu: 'yes' }

    await world.create(DAEMON_SETS, aSet({ template }))
    expect(placed(world)).toEqual(['gpu'])
    await world.change<Node>(NODES, 'gpu', ({ metadata }) => {
      metadata.labels = {}
    })
    await world.playUntilQuiet()

    expect(placed(world)).toEqual([])
    expect(found(world)?.status).toMatchObject({ desiredNumberScheduled: 0, numberMisscheduled: 0 })
  })

  it('counts a pod on a node that no longer wants one, and lets it stay', async () => {
    const world = await worldWith(aNode('one'))
    await world.create(DAEMON_SETS, aSet())
    await world.playUntilQuiet()

    await world.change<Node>(NODES, 'one', (node) => {
      node.spec = { taints: [{ key: 'closed', effect: 'NoSchedule' }] }
    })

    expect(placed(world)).toEqual(['one'])
    expect(found(world)?.status).toMatchObject({ desiredNumberScheduled: 0, numberMisscheduled: 1 })
  })

  it('replaces pods a few at a time', async () => {
    const world = await worldWith(aNode('one'), aNode('two'), aNode('three'))
    await world.create(DAEMON_SETS, aSet())
    await world.playUntilQuiet()

    await useImage(world, 'registry.example/app:2')
    const leaving = () => world.pods().filter(({ metadata }) => metadata.deletionTimestamp !== undefined).length
    expect(leaving()).toBe(1)
    await world.playKubelets()
    expect(leaving()).toBe(0)
    await world.playUntilQuiet()

    expect(imagesByNode(world)).toEqual({ one: ['app:2'], two: ['app:2'], three: ['app:2'] })
    expect(found(world)?.status).toMatchObject({ updatedNumberScheduled: 3, numberAvailable: 3, observedGeneration: 2 })
    expect(
      world
        .list<ControllerRevision>(CONTROLLER_REVISIONS)
        .map(({ revision }) => revision)
        .sort(),
    ).toEqual([1, 2])
  })

  it('starts the new pod beside the old one when it may surge', async () => {
    const world = await worldWith(aNode('one'), aNode('two'))
    const updateStrategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } }
    await world.create(DAEMON_SETS, aSet({ updateStrategy }))
    await world.playUntilQuiet()

    await useImage(world, 'registry.example/app:2')
    expect(Object.values(imagesByNode(world)).sort()).toEqual([['app:1'], ['app:1', 'app:2']])
    await world.playUntilQuiet()

    expect(imagesByNode(world)).toEqual({ one: ['app:2'], two: ['app:2'] })
  })

  it('replaces a failed pod, more slowly each time', async () => {
    const world = await worldWith(aNode('one'))
    await world.create(DAEMON_SETS, aSet())
    const fail = async () => {
      const [pod] = world.pods()
      await world.report<Pod>(PODS, pod!.metadata.name!, (each) => {
        each.status = { ...each.status, phase: 'Failed' }
      })
      return pod!.metadata.name
    }

    const first = await fail()
    await world.playKubelets()
    const second = world.pods()[0]?.metadata.name
    expect(second).not.toBe(first)
    await fail()
    expect(world.pods()[0]?.metadata.name).toBe(second)
    await world.clock.advance(2_000)
    await world.playKubelets()

    expect(world.pods()[0]?.metadata.name).not.toBe(second)
    expect(world.eventsOf('agent')).toContain(
      `FailedDaemonPod: Found failed daemon pod default/${first} on node one, will try to kill it`,
    )
  })
})
