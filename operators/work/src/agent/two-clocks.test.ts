import { ConfigMap, ManifestWork } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { CLUSTER, configMap, said, startWorld } from '../test/world.ts'

describe('an agent that is an hour ahead of the server, and faster', () => {
  it('brings objects, mends them within its interval, and takes them away', async () => {
    const world = await startWorld({ speed: 60 })
    const blue = { namespace: 'default', name: 'blue' }
    await world.post('w1', [configMap('blue')])
    await world.seconds(1)
    expect(said((await world.work('w1'))?.status?.conditions)).toContain('Available=True/ResourcesAvailable')

    await world.client.delete(ConfigMap, blue)
    await world.seconds(10)
    expect((await world.client.get(ConfigMap, blue))?.data).toEqual({ colour: 'blue' })

    await world.client.delete(ManifestWork, { namespace: CLUSTER, name: 'w1' })
    await world.seconds(5)
    expect(await world.work('w1')).toBeUndefined()
    expect(await world.client.get(ConfigMap, blue)).toBeUndefined()
  })

  it('lets a simulation rest when all is applied', async () => {
    const world = await startWorld({ speed: 'instant' })
    await world.post('w1', [configMap('blue')])
    await world.clock.settle()
    let requests = 0
    const stop = world.client.observe(() => requests++)

    await world.seconds(60)
    stop()

    expect(requests).toBe(0)
  })
})
