import type { Deployment, Pod, ReplicaSet } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { DEPLOYMENTS, PODS, REPLICA_SETS } from '../../resources.ts'
import { aTemplate, startWorld, type World } from '../../test/world.ts'

const aDeployment = (replicas: number, rest: Partial<Deployment['spec']> = {}): Deployment => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web', annotations: { team: 'blue' } },
  spec: { replicas, selector: { matchLabels: { app: 'web' } }, template: aTemplate({ app: 'web' }), ...rest },
})

const deployed = (world: World): Deployment => world.get<Deployment>(DEPLOYMENTS, 'web')!
const change = (world: World, how: (spec: Deployment['spec']) => void) =>
  world.change<Deployment>(DEPLOYMENTS, 'web', ({ spec }) => how(spec))
const useImage = (world: World, image: string) =>
  change(world, (spec) => {
    spec.template = aTemplate({ app: 'web' }, image)
  })
const conditionOf = (world: World, type: string) =>
  deployed(world).status?.conditions?.find((condition) => condition.type === type)

const imageOf = ({ spec }: ReplicaSet): string => spec.template.spec?.containers[0]?.image ?? ''

/** Sizes of the sets by the image they run. */
const sizes = (world: World): Record<string, number> =>
  Object.fromEntries(
    world
      .list<ReplicaSet>(REPLICA_SETS)
      .map((set) => [imageOf(set).replace('registry.example/', ''), set.spec.replicas ?? 0]),
  )

const revisions = (world: World): Record<string, string | undefined> =>
  Object.fromEntries(
    world
      .list<ReplicaSet>(REPLICA_SETS)
      .map((set) => [
        imageOf(set).replace('registry.example/', ''),
        set.metadata.annotations?.['deployment.kubernetes.io/revision'],
      ]),
  )

describe('a Deployment', () => {
  it('becomes available when its pods are ready', async () => {
    const world = await startWorld()
    await world.create(DEPLOYMENTS, aDeployment(3))
    expect(conditionOf(world, 'Available')).toMatchObject({ status: 'False', reason: 'MinimumReplicasUnavailable' })

    await world.playUntilQuiet()

    const { metadata, status } = deployed(world)
    expect(status).toMatchObject({ observedGeneration: 1, replicas: 3, updatedReplicas: 3, availableReplicas: 3 })
    expect(status).not.toHaveProperty('unavailableReplicas')
    expect(metadata.annotations).toEqual({ team: 'blue', 'deployment.kubernetes.io/revision': '1' })
    const [set] = world.list<ReplicaSet>(REPLICA_SETS)
    expect(set?.metadata.name).toBe(`web-${set?.metadata.labels?.['pod-template-hash']}`)
    expect(set?.metadata.annotations).toEqual({
      team: 'blue',
      'deployment.kubernetes.io/desired-replicas': '3',
      'deployment.kubernetes.io/max-replicas': '4',
      'deployment.kubernetes.io/revision': '1',
    })
    expect(status?.conditions).toMatchObject([
      {
        type: 'Available',
        status: 'True',
        reason: 'MinimumReplicasAvailable',
        message: 'Deployment has minimum availability.',
      },
      {
        type: 'Progressing',
        status: 'True',
        reason: 'NewReplicaSetAvailable',
        message: `ReplicaSet "${set?.metadata.name}" has successfully progressed.`,
      },
    ])
    expect(world.eventsOf('web')).toEqual([
      `ScalingReplicaSet: Scaled up replica set ${set?.metadata.name} from 0 to 3`,
    ])
  })

  it('replaces its pods step by step, never beyond its limits', async () => {
    const world = await startWorld()
    const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1, maxUnavailable: 1 } }
    await world.create(DEPLOYMENTS, aDeployment(4, { strategy }))
    await world.playUntilQuiet()

    await useImage(world, 'registry.example/app:2')
    const steps = [sizes(world)]
    while ((await world.playKubelets(({ metadata }) => metadata.deletionTimestamp === undefined)) > 0) {
      steps.push(sizes(world))
      await world.playKubelets(({ metadata }) => metadata.deletionTimestamp !== undefined)
    }

    expect(steps).toEqual([
      { 'app:1': 3, 'app:2': 2 },
      { 'app:1': 1, 'app:2': 4 },
      { 'app:1': 0, 'app:2': 4 },
    ])
    expect(deployed(world).metadata.annotations).toMatchObject({ 'deployment.kubernetes.io/revision': '2' })
    expect(conditionOf(world, 'Progressing')).toMatchObject({ status: 'True', reason: 'NewReplicaSetAvailable' })
  })

  it('goes back to an earlier template under a new revision', async () => {
    const world = await startWorld()
    await world.create(DEPLOYMENTS, aDeployment(1))
    await world.playUntilQuiet()
    await useImage(world, 'registry.example/app:2')
    await world.playUntilQuiet()

    await useImage(world, 'registry.example/app:1')
    await world.playUntilQuiet()

    expect(sizes(world)).toEqual({ 'app:1': 1, 'app:2': 0 })
    expect(revisions(world)).toEqual({ 'app:1': '3', 'app:2': '2' })
    const restored = world.list<ReplicaSet>(REPLICA_SETS).find((set) => imageOf(set) === 'registry.example/app:1')
    expect(restored?.metadata.annotations?.['deployment.kubernetes.io/revision-history']).toBe('1')
  })

  it('stops all old pods before new ones start when it recreates', async () => {
    const world = await startWorld()
    await world.create(DEPLOYMENTS, aDeployment(2, { strategy: { type: 'Recreate' } }))
    await world.playUntilQuiet()
    for (const { metadata } of world.pods()) await bind(world, metadata.name!)

    await useImage(world, 'registry.example/app:2')
    expect(sizes(world)).toEqual({ 'app:1': 0 })
    expect(world.pods().every(({ metadata }) => metadata.deletionTimestamp !== undefined)).toBe(true)
    await world.playKubelets()

    expect(sizes(world)).toEqual({ 'app:1': 0, 'app:2': 2 })
  })

  it('starts nothing while it is paused, but follows its size', async () => {
    const world = await startWorld()
    await world.create(DEPLOYMENTS, aDeployment(2))
    await world.playUntilQuiet()

    await change(world, (spec) => {
      spec.paused = true
    })
    await useImage(world, 'registry.example/app:2')
    await change(world, (spec) => {
      spec.replicas = 3
    })
    expect(sizes(world)).toEqual({ 'app:1': 3 })
    expect(conditionOf(world, 'Progressing')).toMatchObject({ status: 'Unknown', reason: 'DeploymentPaused' })
    await change(world, (spec) => {
      delete spec.paused
    })
    await world.playUntilQuiet()

    expect(sizes(world)).toEqual({ 'app:1': 0, 'app:2': 3 })
  })

  it('grows old and new sets in proportion in the middle of a rollout', async () => {
    const world = await startWorld()
    const strategy = { type: 'RollingUpdate', rollingUpdate: { maxSurge: 3, maxUnavailable: 2 } }
    await world.create(DEPLOYMENTS, aDeployment(10, { strategy }))
    await world.playUntilQuiet()
    await useImage(world, 'registry.example/broken')
    await world.playKubelets(({ metadata }) => metadata.deletionTimestamp !== undefined)
    expect(sizes(world)).toEqual({ 'app:1': 8, broken: 5 })

    await change(world, (spec) => {
      spec.replicas = 15
    })

    expect(sizes(world)).toEqual({ 'app:1': 11, broken: 7 })
  })

  it('reports a rollout that does not get on within its deadline', async () => {
    const world = await startWorld()
    await world.create(DEPLOYMENTS, aDeployment(1, { progressDeadlineSeconds: 60 }))

    await world.clock.advance(59_000)
    expect(conditionOf(world, 'Progressing')).toMatchObject({ status: 'True', reason: 'ReplicaSetUpdated' })
    await world.clock.advance(5_000)

    const [set] = world.list<ReplicaSet>(REPLICA_SETS)
    expect(conditionOf(world, 'Progressing')).toMatchObject({
      status: 'False',
      reason: 'ProgressDeadlineExceeded',
      message: `ReplicaSet "${set?.metadata.name}" has timed out progressing.`,
    })
  })

  it('keeps as many old sets as its history may hold', async () => {
    const world = await startWorld()
    await world.create(DEPLOYMENTS, aDeployment(1, { revisionHistoryLimit: 1 }))
    await world.playUntilQuiet()

    for (const version of [2, 3, 4]) {
      await useImage(world, `registry.example/app:${version}`)
      await world.playUntilQuiet()
    }

    expect(sizes(world)).toEqual({ 'app:3': 0, 'app:4': 1 })
  })

  it('uses another name for its set when the name is taken', async () => {
    const world = await startWorld()
    await world.create(DEPLOYMENTS, aDeployment(1))
    const [first] = world.list<ReplicaSet>(REPLICA_SETS)
    await world.delete(DEPLOYMENTS, 'web')
    expect(world.list(REPLICA_SETS)).toEqual([])
    const stranger = aTemplate({ app: 'other' })
    await world.create<ReplicaSet>(REPLICA_SETS, {
      apiVersion: 'apps/v1',
      kind: 'ReplicaSet',
      metadata: { name: first!.metadata.name! },
      spec: { replicas: 0, selector: { matchLabels: { app: 'other' } }, template: stranger },
    })

    await world.create(DEPLOYMENTS, aDeployment(1))

    expect(deployed(world).status?.collisionCount).toBe(1)
    expect(world.list<ReplicaSet>(REPLICA_SETS, 'app=web')).toHaveLength(1)
  })

  it('passes the failure of its set on', async () => {
    const world = await startWorld()
    const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'none' }, spec: { hard: { pods: '0' } } }
    await world.create({ group: '', resource: 'resourcequotas' }, quota)

    await world.create(DEPLOYMENTS, aDeployment(1))

    expect(conditionOf(world, 'ReplicaFailure')).toMatchObject({ status: 'True', reason: 'FailedCreate' })
  })
})

/** Puts a pod on a node, so that it takes its time to go. */
async function bind(world: World, name: string): Promise<void> {
  await world.server.handle({
    method: 'POST',
    path: `/api/v1/namespaces/default/pods/${name}/binding`,
    headers: { 'content-type': 'application/json' },
    body: { apiVersion: 'v1', kind: 'Binding', metadata: { name }, target: { kind: 'Node', name: 'one' } },
  })
  const pod = world.get<Pod>(PODS, name)
  if (pod?.spec?.nodeName !== 'one') throw new Error(`${name} is not bound`)
}
