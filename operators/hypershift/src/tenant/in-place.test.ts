import { ClusterApiMachine, ClusterApiMachineSet, Node, Pod, Secret } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { CONTROL_PLANE, releaseImage, startWorld, type World } from './test/world.ts'

const SET = { namespace: CONTROL_PLANE, name: 'workers' }
const POOL = { namespace: 'clusters', name: 'workers' }
const MC = 'machineconfiguration.openshift.io'
const base64 = (text: string) => Buffer.from(text).toString('base64')

/** A pool of three nodes that are updated in place, and are to have another configuration. */
async function startUpdate({ maxUnavailable = 1, payload = true } = {}): Promise<World> {
  const world = await startWorld()
  await world.seconds(1)
  const set = await world.client.create(ClusterApiMachineSet, {
    metadata: {
      ...SET,
      annotations: {
        'hypershift.openshift.io/nodePool': 'clusters/workers',
        'hypershift.openshift.io/nodePoolTargetConfigVersion': 'old',
        'hypershift.openshift.io/nodePoolCurrentConfigVersion': 'old',
        'hypershift.openshift.io/nodePoolMaxUnavailable': String(maxUnavailable),
      },
    },
    spec: { clusterName: 'demo-x7k2p', selector: { matchLabels: { pool: 'workers' } } },
  })
  const { apiVersion, kind, metadata } = set
  const owner = { apiVersion, kind, name: metadata.name, uid: metadata.uid, controller: true }
  for (const name of ['one', 'two', 'three']) {
    await world.addNode(name)
    await world.addMachine(name, { nodeName: name, ownerReferences: [owner] })
  }
  await createToken(world, payload)
  await aim(world, 'new')
  return world
}

/** Says which configuration the nodes of the pool shall have. */
async function aim({ client }: World, config: string): Promise<void> {
  const body = { metadata: { annotations: { 'hypershift.openshift.io/nodePoolTargetConfigVersion': config } } }
  await client.patch(ClusterApiMachineSet, SET, { type: 'merge', body })
}

/** Says which configuration a node has. */
async function haveConfig({ tenant }: World, name: string, config: string): Promise<void> {
  const annotations = { [`${MC}/currentConfig`]: config, [`${MC}/desiredConfig`]: config, [`${MC}/state`]: 'Done' }
  const body = { metadata: { annotations } }
  await tenant.client.patch(Node, { name }, { type: 'merge', body })
}

async function createToken({ client }: World, payload: boolean, config = 'new'): Promise<void> {
  await client.create(Secret, {
    metadata: {
      namespace: CONTROL_PLANE,
      name: `token-workers-${config}`,
      annotations: {
        'hypershift.openshift.io/ignition-config': 'true',
        'hypershift.openshift.io/nodePool': 'clusters/workers',
        'hypershift.openshift.io/node-pool-upgrade-type': 'InPlace',
      },
    },
    data: { release: base64(releaseImage('4.19.4')), ...(payload ? { payload: base64('{}') } : {}) },
  })
}

async function nodes({ tenant }: World) {
  return (await tenant.client.list(Node)).items
}

/** Names of nodes that new pods are kept from. */
const cordoned = async (world: World) =>
  (await nodes(world)).filter(({ spec }) => spec?.unschedulable).map(({ metadata }) => metadata.name)

const annotationsOfSet = async ({ client }: World) => {
  const { annotations = {} } = (await client.get(ClusterApiMachineSet, SET))!.metadata
  return {
    current: annotations['hypershift.openshift.io/nodePoolCurrentConfigVersion'],
    progress: annotations['hypershift.openshift.io/nodePoolUpgradeInProgressTrue'],
    problem: annotations['hypershift.openshift.io/nodePoolUpgradeInProgressFalse'],
  }
}

describe('a pool that is updated in place', () => {
  it('updates one node after the other, and is then done', async () => {
    const world = await startUpdate()

    await world.seconds(60)
    expect((await cordoned(world)).length).toBe(1)
    expect((await annotationsOfSet(world)).progress).toBe(
      'Nodepool update in progress. Target Config version: new. Total Nodes: 3. Upgraded: 0',
    )

    await world.seconds(130)
    expect((await cordoned(world)).length).toBe(1)
    expect((await annotationsOfSet(world)).progress).toContain('Upgraded: 1')

    await world.seconds(300)
    expect(await cordoned(world)).toEqual([])
    expect(await annotationsOfSet(world)).toEqual({ current: 'new', progress: undefined, problem: undefined })
    const updated = await nodes(world)
    expect(updated.map(({ metadata }) => metadata.annotations?.[`${MC}/currentConfig`])).toEqual(['new', 'new', 'new'])
    expect(updated.map(({ metadata }) => metadata.annotations?.[`${MC}/state`])).toEqual(['Done', 'Done', 'Done'])
    expect(updated.map(({ status }) => status?.nodeInfo?.kubeletVersion)).toEqual(Array(3).fill('v1.32.4'))
    const { items } = await world.client.list(ClusterApiMachine)
    expect(items.map(({ metadata }) => metadata.annotations?.['hypershift.openshift.io/release-version'])).toEqual(
      Array(3).fill('4.19.4'),
    )
  })

  it('updates as many at a time as may be unavailable', async () => {
    const world = await startUpdate({ maxUnavailable: 2 })

    await world.seconds(60)

    expect((await cordoned(world)).length).toBe(2)
  })

  it('waits until there is something to update to', async () => {
    const world = await startUpdate({ payload: false })
    await world.seconds(60)
    expect(await cordoned(world)).toEqual([])

    const body = { data: { payload: base64('{}') } }
    await world.client.patch(Secret, { namespace: CONTROL_PLANE, name: 'token-workers-new' }, { type: 'merge', body })
    await world.seconds(1)

    expect((await cordoned(world)).length).toBe(1)
  })

  it('moves pods away from a node before it is updated', async () => {
    const world = await startUpdate()
    const spec = { nodeName: 'one', containers: [{ name: 'web', image: 'web' }] }
    await world.tenant.client.create(Pod, { metadata: { namespace: 'default', name: 'web' }, spec })

    await world.seconds(60)

    const pod = await world.tenant.client.get(Pod, { namespace: 'default', name: 'web' })
    expect(pod?.metadata.deletionTimestamp).toBeDefined()
  })

  it('stops at a node that cannot be updated, and says so', async () => {
    const world = await startUpdate()
    const failure = { condition: 'Degraded', reason: 'Failed', message: 'disk is full', state: 'Updating' }
    world.behaviours.setFailure('NodePool', POOL, failure)

    await world.seconds(1_000)

    expect(await annotationsOfSet(world)).toEqual({
      current: 'old',
      progress: undefined,
      problem: expect.stringMatching(/^Node \w+ in nodepool degraded: disk is full$/),
    })
    const states = (await nodes(world)).map(({ metadata }) => metadata.annotations?.[`${MC}/state`])
    expect(states.filter((state) => state === 'Degraded')).toEqual(['Degraded'])
  })

  it.each([
    ['its failure is cleared', (world: World) => world.behaviours.clearOverride('NodePool', POOL)],
    ['everything is reset', (world: World) => world.behaviours.reset()],
  ])('tries again when %s, and is then done', async (_, mend) => {
    const world = await startUpdate()
    const failure = { condition: 'Degraded', reason: 'Failed', message: 'disk is full', state: 'Updating' }
    world.behaviours.setFailure('NodePool', POOL, failure)
    await world.seconds(1_000)
    expect((await annotationsOfSet(world)).problem).toContain('disk is full')

    mend(world)
    await world.seconds(60)
    expect(await annotationsOfSet(world)).toEqual({
      current: 'old',
      progress: 'Nodepool update in progress. Target Config version: new. Total Nodes: 3. Upgraded: 0',
      problem: undefined,
    })

    await world.seconds(600)
    expect(await annotationsOfSet(world)).toEqual({ current: 'new', progress: undefined, problem: undefined })
    expect(await cordoned(world)).toEqual([])
  })

  it.each([
    ['while a node is drained', 60, undefined],
    ['when a node has it already', 200, undefined],
    [
      'when a node cannot take it',
      1_000,
      { condition: 'Degraded', reason: 'Failed', message: 'disk is full', state: 'Updating' },
    ],
  ])('goes back to what it had %s, and keeps pods from no node', async (_, seconds, failure) => {
    const world = await startUpdate()
    for (const { metadata } of await nodes(world)) await haveConfig(world, metadata.name, 'old')
    if (failure) world.behaviours.setFailure('NodePool', POOL, failure)
    await world.seconds(seconds)
    expect((await cordoned(world)).length).toBe(1)

    await createToken(world, true, 'old')
    await aim(world, 'old')
    await world.seconds(600)

    expect(await cordoned(world)).toEqual([])
    expect(await annotationsOfSet(world)).toEqual({ current: 'old', progress: undefined, problem: undefined })
    const had = (await nodes(world)).map(({ metadata }) => metadata.annotations)
    expect(had.map((annotations) => annotations?.[`${MC}/currentConfig`])).toEqual(['old', 'old', 'old'])
    expect(had.map((annotations) => annotations?.[`${MC}/state`])).toEqual(['Done', 'Done', 'Done'])
  })

  it('goes on after a restart', async () => {
    const world = await startUpdate()
    await world.seconds(200)

    await world.restart()
    await world.seconds(400)

    expect((await annotationsOfSet(world)).current).toBe('new')
    expect(await cordoned(world)).toEqual([])
  })
})
