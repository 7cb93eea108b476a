import { MachineDeployment, NodePool } from '@skep/api'
import { createRandom } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { playMachines, startPoolWorld } from './test/pool-world.ts'
import { CONTROL_PLANE, NAMESPACE } from './test/samples.ts'

describe('a restart of the operator', () => {
  it('at any moment of the life of node pools changes nothing of how they end', async () => {
    const world = await startPoolWorld()
    const random = createRandom(7)
    let running = await world.start()
    const maybeRestart = async () => {
      if (random.next() > 0.6) return
      await running.stop()
      running = await world.start()
    }
    for (let round = 0; round < 10; round++) {
      const creating = world.order()
      await maybeRestart()
      await creating
      await world.seconds(1)
      await playMachines(world)
      const upgrading = world.patch({ release: { image: 'img.example/ocp-release:4.19.2-multi' } })
      await maybeRestart()
      await upgrading
      await world.seconds(1)
      await playMachines(world)
      expect((await world.pool()).status).toMatchObject({ version: '4.19.2', replicas: 2 })
      expect(await world.secretNames('user-data')).toHaveLength(1)

      const deleting = world.client.delete(NodePool, { namespace: NAMESPACE, name: 'workers' })
      await maybeRestart()
      await deleting
      await world.seconds(1)
      expect(await world.client.get(NodePool, { namespace: NAMESPACE, name: 'workers' })).toBeUndefined()
      expect(await world.secretNames('user-data')).toEqual([])
      expect(await world.secretNames('token')).toEqual([])
      expect((await world.client.list(MachineDeployment, { namespace: CONTROL_PLANE })).items).toEqual([])
    }
  }, 60_000)
})
