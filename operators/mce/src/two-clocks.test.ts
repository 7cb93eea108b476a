import { ManagedCluster, ManagedClusterAddOn } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { AVAILABLE, IMPORTED, startWorld } from './test/world.ts'

describe('a hub that is an hour ahead of the server, and faster', () => {
  it('imports a hosted cluster in the time that it takes, keeps it and lets it go', async () => {
    const world = await startWorld({ speed: 60 })
    const states = ['Importing', 'Registration', 'Agent'].map((name) => ({ name, durationSeconds: 300 }))
    world.behaviours.changeSection('managedCluster', { defaultDelaySeconds: 900, states })
    await world.start()
    await world.host('demo')
    await world.seconds(4)
    expect(await world.condition(IMPORTED)).toBe('False/ManagedClusterWaitForImporting')

    await world.seconds(10)
    expect(await world.condition(AVAILABLE)).toBe('True/ManagedClusterAvailable')
    await world.seconds(60)
    expect(await world.condition(AVAILABLE)).toBe('True/ManagedClusterAvailable')

    await world.client.delete(ManagedCluster, { name: 'demo' })
    await world.seconds(10)
    expect(await world.cluster()).toBeUndefined()
  })

  it('gives the detachment of a cluster its time before it uses force', async () => {
    const world = await startWorld({ speed: 60 })
    await world.start({ detachTimeoutMs: 600_000 })
    await world.host('demo')
    await world.seconds(10)
    await world.client.create(ManagedClusterAddOn, {
      metadata: { namespace: 'demo', name: 'stuck', finalizers: ['example.com/held'] },
      spec: { installNamespace: 'open-cluster-management-agent-addon' },
    })

    await world.client.delete(ManagedCluster, { name: 'demo' })
    await world.seconds(8)
    expect(await world.condition(IMPORTED)).toBe('False/ManagedClusterDetaching')
    await world.seconds(4)

    expect(await world.cluster()).toBeUndefined()
  })
})
