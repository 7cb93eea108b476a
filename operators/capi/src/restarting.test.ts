import { AzureMachine, ClusterApiMachine, ClusterApiMachineSet, MachineDeployment, Node } from '@skep/api'
import { metadataOf } from '@skep/client'
import { describe, expect, it } from 'vitest'
import { NAMESPACE, startWorld } from './test/world.ts'

const WORKERS = { namespace: NAMESPACE, name: 'workers' }

describe('an operator that comes back', () => {
  it('changes nothing when all is well', async () => {
    const world = await startWorld()
    const first = await world.start()
    await world.deploy('workers')
    await world.seconds(10)
    await first.stop()
    const versions = async () =>
      (
        await Promise.all(
          [ClusterApiMachine, ClusterApiMachineSet, MachineDeployment].map((kind) =>
            world.client.list(metadataOf(kind)),
          ),
        )
      )
        .flatMap(({ items }) => items)
        .map(({ metadata }) => metadata.resourceVersion)
    const before = await versions()

    await world.start()
    await world.seconds(60)

    expect(await versions()).toEqual(before)
  })

  it('makes what a machine that it had just ordered still lacks', async () => {
    const world = await startWorld()
    const first = await world.start()
    world.provider.works = false
    await world.deploy('workers', { replicas: 1 })
    await world.seconds(10)
    await first.stop()
    const [machine] = await world.machines()
    await world.provider.stop()
    await world.client.patch(AzureMachine, machine!.metadata, { type: 'merge', body: { metadata: { finalizers: [] } } })
    await world.client.delete(AzureMachine, machine!.metadata)

    await world.start()
    await world.seconds(10)

    expect((await world.machines()).map(({ metadata }) => metadata.uid)).toEqual([machine!.metadata.uid])
    const made = await world.client.get(AzureMachine, machine!.metadata)
    expect(made?.metadata.ownerReferences?.[0]?.uid).toBe(machine!.metadata.uid)
  })

  it('ends where it would have ended, wherever it was stopped', async () => {
    const world = await startWorld({ seed: 7 })
    await world.start().then((running) => running.stop())
    await world.deploy('workers', { replicas: 3 })
    for (let i = 0; i < 8; i++) {
      const running = await world.start()
      for (let turn = 0; turn < i * 3; turn++) await new Promise((resolve) => setImmediate(resolve))
      await running.stop()
    }
    const body = { spec: { template: { spec: { bootstrap: { dataSecretName: 'user-data-workers-2' } } } } }
    await world.client.patch(MachineDeployment, WORKERS, { type: 'merge', body })
    for (let i = 0; i < 8; i++) {
      const running = await world.start()
      for (let turn = 0; turn < i * 3; turn++) await new Promise((resolve) => setImmediate(resolve))
      await running.stop()
    }

    await world.start()
    await world.seconds(600)

    const machines = await world.machines()
    expect(machines.map(({ spec }) => spec.bootstrap.dataSecretName)).toEqual(Array(3).fill('user-data-workers-2'))
    expect((await world.client.list(ClusterApiMachineSet)).items).toHaveLength(1)
    const names = machines.map(({ metadata }) => metadata.name)
    expect((await world.client.list(AzureMachine)).items.map(({ metadata }) => metadata.name).sort()).toEqual(names)
    expect((await world.tenantClient.list(Node)).items.map(({ metadata }) => metadata.name).sort()).toEqual(names)
  })
})
