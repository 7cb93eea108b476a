import { Agent } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { MetalWorld } from '../test/world.ts'

describe('simulated hosts', () => {
  it('wait as agents that are approved, validated and connected', async () => {
    const world = await MetalWorld.start()

    const [first, second] = await world.addHosts(2, { zone: 'a' })

    expect(first?.metadata.name).not.toBe(second?.metadata.name)
    const agent = await world.agent(first!)
    expect(agent).toMatchObject({
      metadata: { namespace: 'agents', labels: { zone: 'a' } },
      spec: { approved: true, role: 'worker' },
      status: { inventory: { hostname: 'host-1', cpu: { count: 16 } }, debugInfo: { state: 'known-unbound' } },
    })
    expect(agent?.status?.conditions?.map(({ type, status }) => `${type}=${status}`)).toEqual([
      'SpecSynced=True',
      'Connected=True',
      'Validated=True',
      'RequirementsMet=False',
      'Installed=False',
      'Bound=False',
    ])
  })

  it('find out what they have when somebody else registers them', async () => {
    const world = await MetalWorld.start()
    const labels = { 'sim.skep.dev/host': 'true' }
    const metadata = { namespace: 'default', name: 'mine', labels }
    const registered = await world.client.create(Agent, {
      metadata,
      spec: { approved: true, role: 'worker', hostname: 'rack-1' },
    })
    await world.settle()

    const status = (await world.agent(registered))?.status
    expect(status?.inventory).toMatchObject({ hostname: 'rack-1', cpu: { count: 16 } })
    expect(status?.debugInfo?.state).toBe('known-unbound')
  })

  it('are the same when they are asked for again', async () => {
    const world = await MetalWorld.start()
    const before = await world.addHosts(1)

    const after = await world.addHosts(2)

    expect(after[0]?.metadata.uid).toBe(before[0]?.metadata.uid)
    expect(after.length).toBe(2)
  })

  it('say what they are doing while they become part of a cluster', async () => {
    const world = await MetalWorld.start()
    await world.publishKubeconfig()
    const [host] = await world.addHosts(1)
    const { metadata } = await world.addMachine('w-1')
    const stages = ['FetchingIgnition', 'WaitingForClientCertificate', 'Ready'] as const

    const seen = [(await world.agent(host!))?.status?.progress?.currentStage]
    for (const stage of stages) {
      world.machines.put(metadata.uid, stage)
      await world.settle()
      seen.push((await world.agent(host!))?.status?.progress?.currentStage)
    }

    expect(seen).toEqual(['Writing image to disk', 'Waiting for ignition', 'Rebooting', 'Done'])
  })

  it('say why they cannot be installed', async () => {
    const world = await MetalWorld.start()
    await world.publishKubeconfig()
    await world.addHosts(1)
    const { metadata } = await world.addMachine('w-1')

    world.machines.put(metadata.uid, 'Provisioning', { reason: 'DiskBroken', message: 'no space left on device' })
    await world.settle()
    expect(await world.condition('w-1', 'Installed')).toBe('False DiskBroken')

    world.machines.put(metadata.uid, 'Provisioning', { reason: 'DiskBroken', message: 'it burns', final: true })
    await world.settle()
    expect(await world.condition('w-1', 'Installed')).toBe('False InstallationFailed')
  })
})
