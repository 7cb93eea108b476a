import { HostedCluster } from '@skep/api'
import { createRandom } from '@skep/base'
import { createSimulatedNodes } from '@skep/sim'
import { describe, expect, it } from 'vitest'
import { CONTROL_PLANE, NAMESPACE } from './hosted-cluster/test/samples.ts'
import { startHypershiftWorld } from './test/world.ts'

const demo = { namespace: NAMESPACE, name: 'demo' }

describe('a hosted cluster whose operator is an hour ahead of the server, and faster', () => {
  it('becomes available, completes, is upgraded, and goes', async () => {
    const world = await startHypershiftWorld({ speed: 60 })
    const versions = async () =>
      (await world.hostedCluster())?.status?.version?.history?.map(({ state, version }) => `${version} ${state}`)
    await world.start()
    await world.order('demo', 'Azure')
    await world.seconds(5)
    expect(await world.condition('Available')).toBe('True/AsExpected')

    const { client } = world.apis.get(CONTROL_PLANE)!
    const nodes = createSimulatedNodes({ client, clock: world.clock, random: createRandom(3), count: 1 })
    await nodes.start()
    await world.seconds(5)
    expect(await versions()).toEqual(['4.19.3 Completed'])

    const release = { image: 'img.example/ocp-release:4.19.4-multi' }
    await world.client.patch(HostedCluster, demo, { type: 'merge', body: { spec: { release } } })
    await world.seconds(20)
    expect(await versions()).toEqual(['4.19.4 Completed', '4.19.3 Completed'])
    expect(await world.condition('Progressing')).toBe('False/AsExpected')

    await nodes.stop()
    await world.client.delete(HostedCluster, demo)
    await world.seconds(5)
    expect(await world.hostedCluster()).toBeUndefined()
    expect(world.apis.get(CONTROL_PLANE)).toBeUndefined()
  })

  it('gets its load balancers when the cloud has had its time, and not before', async () => {
    const world = await startHypershiftWorld({ speed: 60 })
    const states = [{ name: 'Infrastructure', durationSeconds: 600 }]
    world.behaviours.changeSection('hostedCluster', { defaultDelaySeconds: 600, states })
    await world.start()
    await world.order('demo', 'Azure')
    await world.seconds(8)
    expect(await world.condition('InfrastructureReady')).toMatch(/^False/)

    await world.seconds(4)

    expect(await world.condition('InfrastructureReady')).toBe('True/AsExpected')
  })
})
