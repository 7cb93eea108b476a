import { ClusterDeployment, DnsZone, Job } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { NAMESPACE, startWorld, type World } from './test/world.ts'

const blue = { namespace: NAMESPACE, name: 'blue' }

/** A minute of Hive is a second of the server, and Hive begins an hour ahead of it. */
async function fastWorld(): Promise<World> {
  const world = await startWorld({ speed: 60, delays: { stopMs: 90_000, startMs: 90_000, zoneMs: 120_000 } })
  await world.start()
  return world
}

/** Lets every stage of an install take ten minutes of Hive. */
function takeTenMinutesEach(world: World): void {
  const states = ['Pending', 'Provisioning', 'Installing', 'Running'].map((name) => ({ name, durationSeconds: 600 }))
  world.behaviours.changeSection('clusterDeployment', { defaultDelaySeconds: 2_400, states })
}

describe('Hive, an hour ahead of the server and faster', () => {
  it('installs, hibernates, resumes and removes a cluster', async () => {
    const world = await fastWorld()
    await world.order('blue')
    await world.seconds(2)
    expect((await world.deployment())?.status?.powerState).toBe('Running')

    const ask = (powerState: string) =>
      world.client.patch(ClusterDeployment, blue, { type: 'merge', body: { spec: { powerState } } })
    await ask('Hibernating')
    await world.seconds(20)
    expect((await world.deployment())?.status?.powerState).toBe('Hibernating')
    await ask('Running')
    await world.seconds(20)
    expect((await world.deployment())?.status?.powerState).toBe('Running')

    await world.client.delete(ClusterDeployment, blue)
    await world.seconds(20)
    expect(await world.deployment()).toBeUndefined()
  })

  it('lets an install take the time that it is given, also over a restart', async () => {
    const world = await startWorld({ speed: 60 })
    takeTenMinutesEach(world)
    const first = await world.start()
    await world.order('blue')
    await world.seconds(15)
    expect(await world.condition('Provisioned')).toBe('False/Provisioning')
    await first.stop()
    await world.start()
    await world.seconds(12)
    expect((await world.deployment())?.spec.installed).toBeFalsy()

    await world.seconds(5)

    expect((await world.deployment())?.spec.installed).toBe(true)
    const { items: jobs } = await world.client.list(Job, { namespace: NAMESPACE })
    const job = jobs.find(({ metadata }) => metadata.name.endsWith('-provision'))
    const { startTime = '', completionTime = '' } = job?.status ?? {}
    expect(Math.round((Date.parse(completionTime) - Date.parse(startTime)) / 60_000)).toBe(20)
  })

  it('deletes a cluster that was made for half an hour after it, and not before', async () => {
    const world = await fastWorld()
    await world.order('blue', { annotations: { 'hive.openshift.io/delete-after': '30m' } })
    await world.seconds(28)
    expect(await world.deployment()).toBeDefined()

    await world.seconds(10)

    expect(await world.deployment()).toBeUndefined()
  })

  it('waits for the zone of a cluster as long as the cloud takes', async () => {
    const world = await fastWorld()
    await world.order('blue', { spec: { manageDNS: true } })
    const available = async () =>
      (await world.client.get(DnsZone, { namespace: NAMESPACE, name: 'blue-zone' }))?.status?.conditions?.find(
        ({ type }) => type === 'ZoneAvailable',
      )?.status
    await world.seconds(1)
    expect(await available()).not.toBe('True')

    await world.seconds(5)

    expect(await available()).toBe('True')
  })
})
