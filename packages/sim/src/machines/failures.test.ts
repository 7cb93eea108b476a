import { Pod } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { aPod, conditionsOf } from '../test/pods.ts'
import { aMachine, readiness, startMachineWorld } from './test/world.ts'

describe('a simulated machine that is to fail', () => {
  const FAILURE = { condition: 'Broken', reason: 'QuotaExceeded', message: 'no more cores in this region' }
  const MACHINE = { namespace: 'clusters-demo', name: 'w-1' }

  it.each([
    ['Provisioning', 'Provisioning'],
    ['Ignition', 'FetchingIgnition'],
    ['Joining', 'WaitingForClientCertificate'],
    ['Networking', 'WaitingForServingCertificate'],
  ])('at %s gets no further than %s until that is taken back', async (state, stage) => {
    const { machines, clock, behaviours } = await startMachineWorld()
    behaviours.setFailure('Machine', MACHINE, { ...FAILURE, state })
    machines.boot(aMachine())

    await clock.advance(60 * 60_000)
    expect(machines.stateOf('uid-w-1')).toMatchObject({
      stage,
      problem: { reason: 'QuotaExceeded', message: 'no more cores in this region' },
    })

    behaviours.clearOverride('Machine', MACHINE)
    await clock.advance(180_000)
    expect(machines.stateOf('uid-w-1')).toEqual({ stage: 'Ready', since: expect.any(Number) })
  })

  it('is not ready any more when its network fails, and ready again afterwards', async () => {
    const world = await startMachineWorld()
    const { machines, clock, behaviours } = world
    machines.boot(aMachine())
    await clock.advance(180_000)
    expect(await readiness(world)).toBe('True')

    behaviours.setFailure('Machine', MACHINE, { ...FAILURE, state: 'Networking' })
    await clock.advance(1_000)
    expect(await readiness(world)).toBe('False')

    behaviours.clearOverride('Machine', MACHINE)
    await clock.advance(20_000)
    expect(await readiness(world)).toBe('True')
  })

  it('has pods that are ready again when its network is', async () => {
    const { machines, clock, behaviours, api } = await startMachineWorld()
    const web = { namespace: 'default', name: 'web' }
    const pod = async () => (await api.client.get(Pod, web))!
    machines.boot(aMachine())
    await clock.advance(180_000)
    await api.client.create(Pod, aPod('web', { spec: { nodeName: 'w-1' } }))
    await clock.advance(10_000)
    expect(conditionsOf(await pod())).toContain('Ready=True')

    behaviours.setFailure('Machine', MACHINE, { ...FAILURE, state: 'Networking' })
    await clock.advance(10_000)
    const lost = await pod()
    expect(conditionsOf(lost)).toContain('Ready=False')
    expect(conditionsOf(lost)).toContain('ContainersReady=True')

    behaviours.reset()
    await clock.advance(20_000)
    expect(conditionsOf(await pod())).toContain('Ready=True')
  })

  it('says so when that is for good', async () => {
    const { machines, behaviours } = await startMachineWorld()
    behaviours.setFailure('Machine', MACHINE, { ...FAILURE, condition: 'Failed' })

    machines.boot(aMachine())

    expect(machines.stateOf('uid-w-1')?.problem).toEqual({
      reason: 'QuotaExceeded',
      message: 'no more cores in this region',
      final: true,
    })
  })
})
