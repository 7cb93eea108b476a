import { ClusterDeployment, ClusterProvision, Job } from '@skep/api'
import { createRandom } from '@skep/base'
import { Sightings } from '@skep/controller'
import { describe, expect, it } from 'vitest'
import { finishJob } from './jobs.ts'
import { NAMESPACE, startWorld } from './test/world.ts'

describe('a restart of Hive', () => {
  it.each([0, 0.5, 1.5, 2.5, 3.5, 4.5])('after %d seconds of an install does not disturb it', async (after) => {
    const world = await startWorld()
    const first = await world.start()
    await world.order('blue')
    await world.seconds(after)
    await first.stop()
    await world.start()
    await world.seconds(8)
    expect((await world.deployment())?.spec.installed).toBe(true)
    expect((await world.client.list(ClusterProvision, { namespace: NAMESPACE })).items).toHaveLength(1)
  })

  it('that was killed before it could say that the installer has ended goes on', async () => {
    const world = await startWorld()
    const first = await world.start()
    await world.order('blue')
    await world.seconds(3.5)
    await first.stop()
    const { items: jobs } = await world.client.list(Job, { namespace: NAMESPACE })
    const [job] = jobs.filter(({ metadata }) => metadata.name.endsWith('-provision'))
    await finishJob({ clock: world.clock, sightings: new Sightings(world.clock) }, world.client, job!, 'Complete')
    await world.start()
    await world.seconds(8)
    expect((await world.deployment())?.spec.installed).toBe(true)
  })

  it('does not disturb deletions either', async () => {
    const world = await startWorld()
    const first = await world.start()
    await world.order('blue')
    await world.seconds(6)
    await world.client.delete(ClusterDeployment, { namespace: NAMESPACE, name: 'blue' })
    await world.seconds(0.5)
    await first.stop()
    await world.start()
    await world.seconds(5)
    expect(await world.deployment()).toBeUndefined()
  })

  it('again and again, at any moment, lets fifty clusters come and go', async () => {
    const world = await startWorld()
    const random = createRandom(42)
    let hive = await world.start()
    const names = Array.from({ length: 50 }, (_, number) => `c${number}`)
    for (const name of names) {
      await world.order(name)
      if (random.next() < 0.15) {
        await world.seconds(random.next())
        await hive.stop()
        hive = await world.start()
      }
    }
    await world.seconds(10)
    const all = await world.client.list(ClusterDeployment, { namespace: NAMESPACE })
    expect(all.items.filter(({ spec }) => spec.installed)).toHaveLength(50)
    expect((await world.client.list(ClusterProvision, { namespace: NAMESPACE })).items).toHaveLength(50)
    for (const name of names) {
      await world.client.delete(ClusterDeployment, { namespace: NAMESPACE, name })
      if (random.next() < 0.15) {
        await world.seconds(random.next())
        await hive.stop()
        hive = await world.start()
      }
    }
    await world.seconds(30)
    expect((await world.client.list(ClusterDeployment, { namespace: NAMESPACE })).items).toEqual([])
    expect(world.server.clusters.list()).toEqual([])
  }, 60_000)
})
