import { fileURLToPath } from 'node:url'
import { createBehaviours, loadConfigFile } from '@skep/sim'
import { describe, expect, it } from 'vitest'
import { HIVE_BEHAVIOUR_KINDS } from './behaviour-kinds.ts'
import { startShard } from './test/shard.ts'

const shipped = (name: string) => fileURLToPath(new URL(`../../../../config/${name}`, import.meta.url))

describe('the configurations that are shipped', () => {
  it('say what is so without them, and name eleven releases', async () => {
    const kinds = HIVE_BEHAVIOUR_KINDS
    const { sections, clusterImageSets, speed } = createBehaviours({
      kinds,
      config: await loadConfigFile(shipped('hive-simulator.yaml')),
    }).config

    expect(sections).toEqual(createBehaviours({ kinds }).config.sections)
    expect(clusterImageSets.length).toBe(11)
    expect(speed).toBe('real')
  })

  it('install a cluster within a second, if fast', async () => {
    const shard = await startShard(await loadConfigFile(shipped('hive-simulator-fast.yaml')))
    await shard.order('blue', { labels: { 'api.openshift.com/id': 'c1' } })
    await shard.clock.advance(1_000)

    expect((await shard.deployment('blue')).spec.installed).toBe(true)
  })

  it('are named when they cannot be read', async () => {
    await expect(loadConfigFile('/nowhere/sim.yaml')).rejects.toThrow('failed to read config file /nowhere/sim.yaml')
    await expect(loadConfigFile(fileURLToPath(import.meta.url))).rejects.toThrow('failed to parse config file')
  })
})
