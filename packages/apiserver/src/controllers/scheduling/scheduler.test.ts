import type { Node, Pod } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { NODES, PODS } from '../resources.ts'
import { addNode, aNode, startWorld, type World } from '../test/world.ts'

type PodSpec = NonNullable<Pod['spec']>

const aPod = (name: string, spec: Partial<PodSpec> = {}, labels: Record<string, string> = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels },
  spec: { containers: [{ name: 'main', image: 'registry.example/app' }], ...spec } as PodSpec,
})

const asking = (cpu: string, rest: Partial<PodSpec> = {}): Partial<PodSpec> => ({
  containers: [
    { name: 'main', image: 'registry.example/app', resources: { requests: { cpu } } },
  ] as PodSpec['containers'],
  ...rest,
})

const nodeOf = (world: World, name: string): string | undefined => world.get<Pod>(PODS, name)?.spec?.nodeName
const scheduledOf = (world: World, name: string) =>
  world.get<Pod>(PODS, name)?.status?.conditions?.find(({ type }) => type === 'PodScheduled')

async function worldWith(...nodes: Node[]): Promise<World> {
  const world = await startWorld()
  for (const node of nodes) await addNode(world, node)
  return world
}

describe('the scheduler', () => {
  it('gives a pod a node and says so', async () => {
    const world = await worldWith(aNode('one'))

    await world.create(PODS, aPod('a'))

    expect(nodeOf(world, 'a')).toBe('one')
    expect(scheduledOf(world, 'a')).toMatchObject({ status: 'True' })
    expect(world.eventsOf('a')).toEqual(['Scheduled: Successfully assigned default/a to one'])
  })

  it('spreads pods over nodes that have room', async () => {
    const world = await worldWith(aNode('one'), aNode('two'), aNode('three'))

    for (const name of ['a', 'b', 'c']) await world.create(PODS, aPod(name, asking('1')))

    expect(new Set(['a', 'b', 'c'].map((name) => nodeOf(world, name))).size).toBe(3)
  })

  it('says why there is no node, and takes the first that appears', async () => {
    const world = await startWorld()
    await world.create(PODS, aPod('a'))
    expect(world.eventsOf('a')).toEqual(['FailedScheduling: no nodes available to schedule pods'])
    expect(scheduledOf(world, 'a')).toBeUndefined()

    await addNode(world, aNode('one'))

    expect(nodeOf(world, 'a')).toBe('one')
  })

  it('counts the reasons for which nodes do not do', async () => {
    const world = await worldWith(
      aNode('full', { cpu: '1' }),
      aNode('small', { cpu: '1' }),
      aNode('cordoned'),
      aNode('tainted'),
    )
    await world.change<Node>(NODES, 'cordoned', (node) => {
      node.spec = { unschedulable: true }
    })
    await world.change<Node>(NODES, 'tainted', (node) => {
      node.spec = { taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }] }
    })

    await world.create(PODS, aPod('a', asking('2')))

    const message =
      '0/4 nodes are available: 1 node(s) had untolerated taint(s), 1 node(s) were unschedulable, 2 Insufficient cpu.'
    expect(scheduledOf(world, 'a')).toMatchObject({ status: 'False', reason: 'Unschedulable', message })
    expect(world.eventsOf('a')).toEqual([`FailedScheduling: ${message}`])
  })

  it('places a pod that tolerates the taint', async () => {
    const world = await worldWith(aNode('tainted'))
    await world.change<Node>(NODES, 'tainted', (node) => {
      node.spec = { taints: [{ key: 'gpu', value: 'yes', effect: 'NoSchedule' }] }
    })

    await world.create(PODS, aPod('a', { tolerations: [{ key: 'gpu', operator: 'Equal', value: 'yes' }] }))

    expect(nodeOf(world, 'a')).toBe('tainted')
  })

  it('follows node selectors and required affinity', async () => {
    const world = await worldWith(aNode('a', { labels: { zone: 'x' } }), aNode('b', { labels: { zone: 'y' } }))
    const term = { matchExpressions: [{ key: 'zone', operator: 'NotIn', values: ['y'] }] }
    const required = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [term] } }

    await world.create(PODS, aPod('selected', { nodeSelector: { zone: 'y' } }))
    await world.create(PODS, aPod('attracted', { affinity: { nodeAffinity: required } }))
    await world.create(PODS, aPod('lost', { nodeSelector: { zone: 'z' } }))

    expect(nodeOf(world, 'selected')).toBe('b')
    expect(nodeOf(world, 'attracted')).toBe('a')
    expect(scheduledOf(world, 'lost')?.message).toBe(
      "0/2 nodes are available: 2 node(s) didn't match Pod's node affinity/selector.",
    )
  })

  it('uses the room of a pod that ends for one that waits', async () => {
    const world = await worldWith(aNode('one', { cpu: '1' }))
    await world.create(PODS, aPod('first', asking('1')))
    await world.create(PODS, aPod('second', asking('1')))
    expect(nodeOf(world, 'second')).toBeUndefined()

    await world.report<Pod>(PODS, 'first', (pod) => {
      pod.status = { ...pod.status, phase: 'Succeeded' }
    })

    expect(nodeOf(world, 'second')).toBe('one')
  })

  it('places the most important pod first', async () => {
    const world = await startWorld()
    await world.create({ group: 'scheduling.k8s.io', resource: 'priorityclasses' }, {
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name: 'high' },
      value: 1000,
    } as never)
    await world.create(PODS, aPod('low', asking('1')))
    await world.create(PODS, aPod('high', asking('1', { priorityClassName: 'high' })))

    await addNode(world, aNode('one', { cpu: '1' }))

    expect(nodeOf(world, 'high')).toBe('one')
    expect(nodeOf(world, 'low')).toBeUndefined()
  })

  it('never gives more than a node has, however many pods come at once', async () => {
    const world = await worldWith(aNode('one', { pods: '3' }))

    await Promise.all(Array.from({ length: 5 }, (_, index) => world.objects.create(PODS, 'default', aPod(`p${index}`))))
    await world.clock.settle()

    expect(world.pods().filter(({ spec }) => spec?.nodeName)).toHaveLength(3)
    const [left] = world.pods().filter(({ spec }) => !spec?.nodeName)
    expect(scheduledOf(world, left!.metadata.name!)?.message).toBe('0/1 nodes are available: 1 Too many pods.')
  })

  it('keeps pods apart that do not want to be together, and together those that do', async () => {
    const world = await worldWith(aNode('one'), aNode('two'))
    const rule = (app: string) => ({
      requiredDuringSchedulingIgnoredDuringExecution: [
        { labelSelector: { matchLabels: { app } }, topologyKey: 'kubernetes.io/hostname' },
      ],
    })
    const alone = { affinity: { podAntiAffinity: rule('db') } }
    for (const name of ['db-0', 'db-1', 'db-2']) await world.create(PODS, aPod(name, alone, { app: 'db' }))

    await world.create(PODS, aPod('friend', { affinity: { podAffinity: rule('db') } }))

    expect(new Set([nodeOf(world, 'db-0'), nodeOf(world, 'db-1')])).toEqual(new Set(['one', 'two']))
    expect(scheduledOf(world, 'db-2')?.message).toBe(
      "0/2 nodes are available: 2 node(s) didn't match pod anti-affinity rules.",
    )
    expect(nodeOf(world, 'friend')).toBeDefined()
  })

  it('spreads pods evenly over zones when they must be', async () => {
    const world = await worldWith(
      aNode('one', { labels: { zone: 'x' } }),
      aNode('two', { labels: { zone: 'y' }, pods: '1' }),
    )
    const constraint = {
      maxSkew: 1,
      topologyKey: 'zone',
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app: 'web' } },
    }

    for (const name of ['a', 'b', 'c', 'd']) {
      await world.create(PODS, aPod(name, { topologySpreadConstraints: [constraint] }, { app: 'web' }))
    }

    expect(nodeOf(world, 'c')).toBe('one')
    expect(scheduledOf(world, 'd')?.message).toBe(
      "0/2 nodes are available: 1 Too many pods, 1 node(s) didn't match pod topology spread constraints.",
    )
  })

  it('leaves pods of other schedulers and gated pods alone', async () => {
    const world = await worldWith(aNode('one'))

    await world.create(PODS, aPod('foreign', { schedulerName: 'mine' }))
    await world.create(PODS, aPod('gated', { schedulingGates: [{ name: 'example.com/wait' }] }))
    expect(nodeOf(world, 'gated')).toBeUndefined()
    await world.change<Pod>(PODS, 'gated', (pod) => {
      pod.spec!.schedulingGates = []
    })

    expect(nodeOf(world, 'foreign')).toBeUndefined()
    expect(nodeOf(world, 'gated')).toBe('one')
  })

  it('does not give two pods the same port of a node', async () => {
    const world = await worldWith(aNode('one'))
    const listening = {
      containers: [
        { name: 'main', image: 'registry.example/app', ports: [{ containerPort: 80, hostPort: 80 }] },
      ] as PodSpec['containers'],
    }

    await world.create(PODS, aPod('a', listening))
    await world.create(PODS, aPod('b', listening))

    expect(scheduledOf(world, 'b')?.message).toBe(
      "0/1 nodes are available: 1 node(s) didn't have free ports for the requested pod ports.",
    )
  })

  it('says which claim a pod lacks', async () => {
    const world = await worldWith(aNode('one'))
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'missing' } }]

    await world.create(PODS, aPod('a', { volumes }))

    expect(scheduledOf(world, 'a')?.message).toBe('0/1 nodes are available: persistentvolumeclaim "missing" not found.')
  })
})
