import {
  AzureMachineTemplate,
  ClusterApiMachine,
  HostedCluster,
  MachineDeployment,
  MachineHealthCheck,
  NodePool,
  Secret,
} from '@skep/api'
import { describe, expect, it } from 'vitest'
import { playMachine, startPoolWorld } from './test/pool-world.ts'
import { CLUSTER, CONTROL_PLANE, NAMESPACE } from './test/samples.ts'

const POOL = { namespace: NAMESPACE, name: 'workers' }

describe('a node pool that is deleted', () => {
  it('says which machines it waits for, and goes with everything that was made for it', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order()
    await playMachine(world, 'a')
    await world.client.delete(NodePool, POOL)
    await world.seconds(1)
    expect(await world.condition('Deleting')).toBe('True/WaitingForMachines')
    expect(await world.message('Deleting')).toBe('there are still 1 Machines: a')
    expect(await world.client.get(MachineDeployment, { namespace: CONTROL_PLANE, name: 'workers' })).toBeUndefined()
    expect(await world.secretNames('user-data')).toHaveLength(1)

    await world.client.delete(ClusterApiMachine, { namespace: CONTROL_PLANE, name: 'a' })
    await world.seconds(1)
    expect(await world.client.get(NodePool, POOL)).toBeUndefined()
    expect(await world.secretNames('token')).toEqual([])
    expect(await world.secretNames('user-data')).toEqual([])
    expect((await world.client.list(AzureMachineTemplate)).items).toEqual([])
    expect((await world.client.list(MachineHealthCheck)).items).toEqual([])
  })

  it('waits for a MachineDeployment that is held', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order()
    const ref = { namespace: CONTROL_PLANE, name: 'workers' }
    const hold = (finalizers: string[]) =>
      world.client.patch(MachineDeployment, ref, { type: 'merge', body: { metadata: { finalizers } } })
    await hold(['cluster.x-k8s.io/machinedeployment'])
    await world.client.delete(NodePool, POOL)
    await world.seconds(1)
    expect(await world.condition('Deleting')).toBe('True/WaitingForMachineOwner')

    await hold([])
    await world.seconds(1)
    expect(await world.client.get(NodePool, POOL)).toBeUndefined()
  })

  it('leaves no machines behind that the operator has not heard of yet', async () => {
    const world = await startPoolWorld({ lagging: /\/(machinedeployments|azuremachinetemplates|secrets)\?/ })
    await world.start()
    await world.seconds(60)
    await world.order()
    expect((await world.client.list(MachineDeployment)).items).toHaveLength(1)

    await world.client.delete(NodePool, POOL)
    await world.seconds(120)

    expect(await world.client.get(NodePool, POOL)).toBeUndefined()
    expect((await world.client.list(MachineDeployment)).items).toEqual([])
    expect((await world.client.list(AzureMachineTemplate)).items).toEqual([])
    expect(await world.secretNames('token')).toEqual([])
    expect(await world.secretNames('user-data')).toEqual([])
  })

  it('goes also when its hosted cluster is gone, or it is paused', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: { pausedUntil: 'true' } })
    await world.client.delete(HostedCluster, { namespace: NAMESPACE, name: CLUSTER }, { propagationPolicy: 'Orphan' })
    await world.seconds(1)
    await world.client.delete(NodePool, POOL)
    await world.seconds(1)

    expect(await world.client.get(NodePool, POOL)).toBeUndefined()
  })

  it('leaves what belongs to others', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order()
    await world.client.delete(NodePool, POOL)
    await world.seconds(1)

    expect(await world.client.get(Secret, { namespace: NAMESPACE, name: 'demo-pull' })).toBeDefined()
    expect(await world.client.get(Secret, { namespace: CONTROL_PLANE, name: 'ignition-server-ca-cert' })).toBeDefined()
  })
})
