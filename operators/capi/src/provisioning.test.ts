import { MachineDeployment } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { NAMESPACE, startWorld } from './test/world.ts'

describe('machines of a deployment', () => {
  it('become nodes', async () => {
    const world = await startWorld()
    await world.start()
    await world.deploy('workers')

    await world.seconds(10)

    const machines = await world.machines()
    expect(machines.map(({ status }) => status?.phase)).toEqual(['Running', 'Running'])
    expect((await world.nodes()).map(({ metadata }) => metadata.name)).toEqual(
      machines.map(({ metadata }) => metadata.name),
    )
    const deployment = await world.client.get(MachineDeployment, { namespace: NAMESPACE, name: 'workers' })
    expect(deployment?.status).toMatchObject({
      phase: 'Running',
      replicas: 2,
      updatedReplicas: 2,
      readyReplicas: 2,
      availableReplicas: 2,
      unavailableReplicas: 0,
      selector: 'pool=workers',
    })
  })
})
