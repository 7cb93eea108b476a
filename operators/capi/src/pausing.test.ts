import { ClusterApiCluster, ClusterApiMachine, ClusterApiMachineSet, MachineDeployment } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { CLUSTER, NAMESPACE, startWorld } from './test/world.ts'

const inNamespace = (name: string) => ({ namespace: NAMESPACE, name })

describe('a paused cluster', () => {
  it('is left alone with everything in it, also what is deleted, until it goes on', async () => {
    const world = await startWorld()
    await world.start()
    await world.deploy('workers', { replicas: 1 })
    await world.seconds(10)
    const [machine] = await world.machines()
    const setPaused = (paused: boolean) =>
      world.client.patch(ClusterApiCluster, inNamespace(CLUSTER), { type: 'merge', body: { spec: { paused } } })

    await setPaused(true)
    await world.seconds(1)
    const body = { spec: { replicas: 3 } }
    await world.client.patch(MachineDeployment, inNamespace('workers'), { type: 'merge', body })
    await world.client.delete(ClusterApiMachine, machine!.metadata)
    await world.seconds(60)

    const paused = (await world.client.get(MachineDeployment, inNamespace('workers')))?.status?.v1beta2?.conditions
    expect(paused).toEqual([
      expect.objectContaining({
        type: 'Paused',
        status: 'True',
        reason: 'Paused',
        message: 'Cluster spec.paused is set to true',
      }),
    ])
    expect((await world.machines()).map(({ metadata }) => metadata.uid)).toEqual([machine!.metadata.uid])

    await setPaused(false)
    await world.seconds(60)

    const machines = await world.machines()
    expect(machines.map(({ status }) => status?.phase)).toEqual(['Running', 'Running', 'Running'])
    expect(machines.map(({ metadata }) => metadata.uid)).not.toContain(machine!.metadata.uid)
  })
})

describe('a paused object', () => {
  it('is left alone while its annotation is there', async () => {
    const world = await startWorld()
    await world.start()
    await world.deploy('workers', { replicas: 1 })
    await world.seconds(10)
    const [set] = (await world.client.list(ClusterApiMachineSet)).items
    const annotate = (value: string | null) =>
      world.client.patch(ClusterApiMachineSet, set!.metadata, {
        type: 'merge',
        body: { metadata: { annotations: { 'cluster.x-k8s.io/paused': value } } },
      })

    await annotate('true')
    await world.client.patch(MachineDeployment, inNamespace('workers'), {
      type: 'merge',
      body: { spec: { replicas: 2 } },
    })
    await world.seconds(60)
    expect(await world.machines()).toHaveLength(1)
    await annotate(null)
    await world.seconds(60)

    expect(await world.machines()).toHaveLength(2)
  })
})
