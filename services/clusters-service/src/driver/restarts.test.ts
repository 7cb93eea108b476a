import { ClusterDeployment, Namespace } from '@skep/api'
import { createRandom } from '@skep/base'
import { describeDatabases } from '@skep/database/testing'
import { describe, expect, it } from 'vitest'
import { startWorld } from './test/world.ts'

const CLUSTERS = 100

describeDatabases('two drivers', ({ createUrl }) => {
  it('build every cluster once between them', async () => {
    const world = await startWorld(await createUrl())
    world.hive.start()
    await world.addShard('shard-1')
    world.drive({ owner: 'one' })
    world.drive({ owner: 'two', ...(await world.openReplica()) })
    for (let i = 0; i < CLUSTERS; i++) await world.order(`c${i}`)
    await world.clock.advance(60_000)

    expect((await world.clusters.countByState()).get('ready')).toBe(CLUSTERS)
    expect(world.hive.seen).toBe(CLUSTERS)
    expect(creations(world.requests, 'clusterdeployments')).toBe(CLUSTERS)
  })
})

describe('drivers that come and go', () => {
  it('finish what others began, wherever those were stopped', async () => {
    const world = await startWorld()
    const random = createRandom(11)
    world.hive.start()
    await world.addShard('shard-1')
    for (let i = 0; i < CLUSTERS; i++) await world.order(`c${i}`)
    for (let life = 0; life < 10; life++) {
      const driver = world.drive({ owner: `life-${life}`, concurrency: 5 })
      await turns(random.int(60))
      await driver.close()
    }
    world.drive({ owner: 'last' })
    await world.clock.advance(120_000)

    expect((await world.clusters.countByState()).get('ready')).toBe(CLUSTERS)
    expect((await world.client.list(ClusterDeployment)).items).toHaveLength(CLUSTERS)
    expect(world.hive.seen).toBe(CLUSTERS)
  })

  it('finish removals that others began', async () => {
    const world = await startWorld()
    const random = createRandom(13)
    world.hive.start()
    await world.addShard('shard-1')
    const first = world.drive({ owner: 'first' })
    for (let i = 0; i < 30; i++) await world.order(`c${i}`)
    await world.clock.advance(30_000)
    await first.close()
    const deletion = { requestedAt: '2030-01-01T00:00:00Z', deprovision: true, bestEffort: false }
    for (let i = 0; i < 30; i++) await world.clusters.change(`c${i}`, () => ({ service: { deletion } }))
    for (let life = 0; life < 5; life++) {
      const driver = world.drive({ owner: `life-${life}`, concurrency: 5 })
      await turns(random.int(60))
      await driver.close()
    }
    world.drive({ owner: 'last' })
    await world.clock.advance(300_000)

    expect((await world.clusters.find({})).total).toBe(0)
    const { items } = await world.client.list(Namespace, { labelSelector: 'api.openshift.com/id' })
    expect(items).toEqual([])
  })
})

const creations = (requests: readonly string[], plural: string): number =>
  requests.filter((request) => request.startsWith('POST') && request.endsWith(plural)).length

/** Lets work go on for some turns of the event loop, so that it is stopped in the middle. */
async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve))
}
