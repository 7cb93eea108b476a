import type { ReplicaSet } from '@skep/api'
import { createRandom, VirtualClock } from '@skep/base'
import { openMemoryStore } from '@skep/store'
import { describe, expect, it } from 'vitest'
import { startApiServer } from '../server.ts'
import { PODS, REPLICA_SETS } from './resources.ts'
import { aTemplate, startWorld } from './test/world.ts'

const aSet = (replicas: number): ReplicaSet => ({
  apiVersion: 'apps/v1',
  kind: 'ReplicaSet',
  metadata: { name: 'web' },
  spec: { replicas, selector: { matchLabels: { app: 'web' } }, template: aTemplate({ app: 'web' }) },
})

describe('the controllers of a server', () => {
  it('go on where they were after a restart', async () => {
    const clock = new VirtualClock()
    const store = openMemoryStore({ clock })
    const first = await startApiServer({ clock, store, random: createRandom(1), controllers: false })
    await first.client.create(REPLICA_SETS, 'default', aSet(2))
    await first.close()

    const second = await startApiServer({ clock, store, random: createRandom(2) })
    await clock.settle()

    expect(second.client.list(PODS)).toHaveLength(2)
    await second.close()
    await store.close()
  })

  it('serve every logical cluster, and forget those that are gone', async () => {
    const world = await startWorld()
    const blue = await world.server.clusters.create('blue')
    await world.create(REPLICA_SETS, aSet(1))
    await blue.objects.create(REPLICA_SETS, 'default', aSet(2))
    await world.clock.settle()
    expect(world.pods()).toHaveLength(1)
    expect(blue.objects.list(PODS)).toHaveLength(2)

    await world.server.clusters.delete('blue')
    const again = await world.server.clusters.create('blue')
    await again.objects.create(REPLICA_SETS, 'default', aSet(1))
    await world.clock.settle()

    expect(again.objects.list(PODS)).toHaveLength(1)
  })

  it('can be left out by name', async () => {
    const world = await startWorld({ controllers: { disable: ['replicaset'] } })

    await world.create(REPLICA_SETS, aSet(2))

    expect(world.pods()).toEqual([])
  })

  it('refuses to leave out what it does not have', async () => {
    const started = startApiServer({ controllers: { disable: ['replicasets'] } })

    await expect(started).rejects.toThrow(/^no controller is named "replicasets"; there are .*replicaset,/)
  })
})
