import { MachineHealthCheck, Secret } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { machineCondition, type PoolWorld, playMachines, startPoolWorld } from './test/pool-world.ts'
import { CONTROL_PLANE } from './test/samples.ts'

const WORKERS = { namespace: CONTROL_PLANE, name: 'workers' }
const REPAIRED = { management: { upgradeType: 'Replace', autoRepair: true } as never }

/** Plays a machine that fetches its configuration. */
async function reachIgnition(world: PoolWorld): Promise<void> {
  const [name] = await world.secretNames('token')
  const body = { metadata: { annotations: { 'hypershift.openshift.io/ignition-reached': 'True' } } }
  await world.client.patch(Secret, { namespace: CONTROL_PLANE, name: name! }, { type: 'merge', body })
  await world.seconds(1)
}

describe('repair of nodes', () => {
  it('begins only when a machine has reached the ignition endpoint, so that none is replaced for ever', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: REPAIRED })
    expect(await world.condition('ReachedIgnitionEndpoint')).toBe('False/ignitionNotReached')
    expect(await world.condition('AutorepairEnabled')).toBeUndefined()
    expect(await world.client.get(MachineHealthCheck, WORKERS)).toBeUndefined()

    await reachIgnition(world)
    expect(await world.condition('ReachedIgnitionEndpoint')).toBe('True/AsExpected')
    expect(await world.condition('AutorepairEnabled')).toBe('True/AsExpected')
    expect((await world.client.get(MachineHealthCheck, WORKERS))?.spec).toEqual({
      clusterName: 'demo-x7k2p',
      selector: { matchLabels: { 'demo-x7k2p-demo-workers': 'demo-x7k2p-demo-workers' } },
      unhealthyConditions: [
        { type: 'Ready', status: 'False', timeout: '8m0s' },
        { type: 'Ready', status: 'Unknown', timeout: '8m0s' },
      ],
      maxUnhealthy: 2,
      nodeStartupTimeout: '20m0s',
    })
  })

  it('is not said to be off when somebody has asked for it and no machine has come that far', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order()
    expect(await world.condition('AutorepairEnabled')).toBe('False/AsExpected')

    await world.patch({ management: { autoRepair: true } })

    expect(await world.condition('AutorepairEnabled')).toBeUndefined()
  })

  it('takes twice as long on machines that somebody may have to start by hand', async () => {
    const world = await startPoolWorld({ platform: 'Agent' })
    await world.start()
    await world.order({ spec: REPAIRED })
    await reachIgnition(world)

    const check = await world.client.get(MachineHealthCheck, WORKERS)
    expect(check?.spec.unhealthyConditions?.[0]?.timeout).toBe('16m0s')
  })

  it('follows annotations, those of the pool first', async () => {
    const world = await startPoolWorld()
    await world.changeCluster({
      metadata: {
        annotations: {
          'hypershift.openshift.io/machine-health-check-max-unhealthy': '40%',
          'hypershift.openshift.io/machine-health-check-timeout': '30m',
          'hypershift.openshift.io/machine-health-check-node-startup-timeout': 'whenever',
        },
      },
    })
    await world.start()
    await world.order({
      spec: REPAIRED,
      annotations: { 'hypershift.openshift.io/machine-health-check-timeout': '10m' },
    })
    await reachIgnition(world)

    const check = await world.client.get(MachineHealthCheck, WORKERS)
    expect(check?.spec).toMatchObject({ maxUnhealthy: '40%', nodeStartupTimeout: '20m0s' })
    expect(check?.spec.unhealthyConditions?.[0]?.timeout).toBe('10m')
  })

  it('of so many that none is repaired makes the pool not ready', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: REPAIRED })
    await reachIgnition(world)
    await playMachines(world)
    expect(await world.condition('Ready')).toBe('True/AsExpected')

    const conditions = [machineCondition('RemediationAllowed', 'False', 'TooManyUnhealthy', 'three are broken')]
    const patch = { type: 'merge', body: { status: { conditions } } } as const
    await world.client.patch(MachineHealthCheck, WORKERS, patch, { subresource: 'status' })
    await world.seconds(1)
    expect(await world.condition('Ready')).toBe('False/TooManyUnhealthy')
    expect(await world.message('Ready')).toBe('three are broken')
  })

  it('ends when nobody wants it any more', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: REPAIRED })
    await reachIgnition(world)
    await world.patch({ management: { autoRepair: false } })

    expect(await world.condition('AutorepairEnabled')).toBe('False/AsExpected')
    expect(await world.client.get(MachineHealthCheck, WORKERS)).toBeUndefined()
  })
})
