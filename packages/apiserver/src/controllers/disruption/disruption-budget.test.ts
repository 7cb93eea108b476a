import type { Deployment, PodDisruptionBudget } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { DEPLOYMENTS, DISRUPTION_BUDGETS, PODS } from '../resources.ts'
import { aTemplate, startWorld, type World } from '../test/world.ts'

const aBudget = (spec: object): PodDisruptionBudget => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { name: 'web' },
  spec: { selector: { matchLabels: { app: 'web' } }, ...spec },
})

const aDeployment = (replicas: number): Deployment => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'web' },
  spec: { replicas, selector: { matchLabels: { app: 'web' } }, template: aTemplate({ app: 'web' }) },
})

const statusOf = (world: World) => world.get<PodDisruptionBudget>(DISRUPTION_BUDGETS, 'web')?.status
const evict = async (world: World, name: string): Promise<number> => {
  const { status } = await world.server.handle({
    method: 'POST',
    path: `/api/v1/namespaces/default/pods/${name}/eviction`,
    headers: { 'content-type': 'application/json' },
    body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name } },
  })
  await world.clock.settle()
  return status
}

describe('a PodDisruptionBudget', () => {
  it('allows as many disruptions as healthy pods can be spared', async () => {
    const world = await startWorld()
    await world.create(DISRUPTION_BUDGETS, aBudget({ minAvailable: 2 }))
    expect(statusOf(world)).toMatchObject({ disruptionsAllowed: 0, expectedPods: 0, observedGeneration: 1 })

    await world.create(DEPLOYMENTS, aDeployment(3))
    expect(statusOf(world)).toMatchObject({ currentHealthy: 0, disruptionsAllowed: 0 })
    await world.playUntilQuiet()

    expect(statusOf(world)).toMatchObject({
      currentHealthy: 3,
      desiredHealthy: 2,
      expectedPods: 3,
      disruptionsAllowed: 1,
      conditions: [{ type: 'DisruptionAllowed', status: 'True', reason: 'SufficientPods', message: '' }],
    })
  })

  it('counts in the pods that their owner wants', async () => {
    const world = await startWorld()
    await world.create(DEPLOYMENTS, aDeployment(4))
    await world.playUntilQuiet()

    await world.create(DISRUPTION_BUDGETS, aBudget({ maxUnavailable: '25%' }))
    expect(statusOf(world)).toMatchObject({ expectedPods: 4, desiredHealthy: 3, disruptionsAllowed: 1 })
    await world.change<Deployment>(DEPLOYMENTS, 'web', ({ spec }) => {
      spec.replicas = 8
    })

    expect(statusOf(world)).toMatchObject({ expectedPods: 8, desiredHealthy: 6, disruptionsAllowed: 0 })
  })

  it('lets pods be evicted one by one, as others take their place', async () => {
    const world = await startWorld()
    await world.create(DEPLOYMENTS, aDeployment(2))
    await world.create(DISRUPTION_BUDGETS, aBudget({ maxUnavailable: 1 }))
    await world.playUntilQuiet()
    const [first, second] = world.pods()

    expect(await evict(world, first!.metadata.name!)).toBe(201)
    expect(await evict(world, second!.metadata.name!)).toBe(429)
    await world.playUntilQuiet()

    expect(await evict(world, second!.metadata.name!)).toBe(201)
  })

  it('allows nothing when it cannot tell what is expected', async () => {
    const world = await startWorld()
    const pod = { apiVersion: 'v1', kind: 'Pod', spec: aTemplate({}).spec }
    const owner = { apiVersion: 'example.com/v1', kind: 'Thing', name: 'x', uid: 'u', controller: true }
    const metadata = { name: 'a', labels: { app: 'web' }, ownerReferences: [owner] }
    await world.create(PODS, { ...pod, metadata })

    await world.create(DISRUPTION_BUDGETS, aBudget({ maxUnavailable: 1 }))

    expect(statusOf(world)).toMatchObject({
      disruptionsAllowed: 0,
      conditions: [{ status: 'False', reason: 'SyncFailed', message: 'found no controllers for pod "a"' }],
    })
  })
})
