import { Klusterlet, ManagedCluster, ManifestWork, Namespace, Secret } from '@skep/api'
import { createRandom } from '@skep/base'
import { metadataOf } from '@skep/client'
import { describe, expect, it } from 'vitest'
import { AVAILABLE, IMPORTED, startWorld, type World } from './test/world.ts'

const NAMES = ['a', 'b']

/** Lets time pass in pieces, with the operator killed between them. */
async function liveThroughRestarts(world: World, seed: number, seconds: number): Promise<void> {
  const random = createRandom(seed)
  for (let left = seconds; left > 0; ) {
    const mce = await world.start()
    const piece = Math.min(left, 0.5 + random.next() * 9)
    await world.seconds(piece)
    await mce.stop()
    left -= piece
  }
  await world.start()
  await world.seconds(120)
}

/** What the hub has, but for clusters that are hosted on it. */
async function inventory({ client }: World): Promise<string[]> {
  const kinds = [ManagedCluster, Klusterlet, ManifestWork, Namespace, Secret].map(metadataOf)
  const lists = await Promise.all(kinds.map((kind) => client.list(kind)))
  return lists.flatMap(({ items }, index) =>
    items.map(({ metadata: { namespace = '', name } }) => `${kinds[index]?.kind} ${namespace}/${name}`),
  )
}

describe('an operator that is killed again and again', () => {
  it.each([1, 2])('imports and detaches clusters as one that is not (seed %i)', async (seed) => {
    const world = await startWorld()
    const undisturbed = await startWorld()
    const first = await world.start()
    await first.stop()
    await undisturbed.start()
    for (const each of [world, undisturbed]) for (const name of NAMES) await each.host(name)

    await liveThroughRestarts(world, seed, 25)
    await undisturbed.seconds(145)

    for (const name of NAMES) {
      expect(await world.condition(IMPORTED, name)).toBe('True/ManagedClusterImported')
      expect(await world.condition(AVAILABLE, name)).toBe('True/ManagedClusterAvailable')
    }
    expect(await inventory(world)).toEqual(await inventory(undisturbed))

    for (const name of NAMES) await world.client.delete(ManagedCluster, { name })
    // Whoever starts anew imports what is hosted and not managed: not in this half of the story.
    for (const name of NAMES) await world.unhost(name)
    await liveThroughRestarts(world, seed + 100, 15)

    const left = (await inventory(world)).filter((text) => NAMES.some((name) => new RegExp(`\\b${name}\\b`).test(text)))
    expect(left).toEqual([])
  })
})

describe('a hub that was away for longer than leases last', () => {
  it('does not lose sight of clusters whose agents are about to renew them', async () => {
    const world = await startWorld()
    const mce = await world.start()
    await world.host('demo')
    await world.seconds(60)
    const before = (await world.cluster())?.metadata.resourceVersion
    await mce.stop()
    await world.seconds(3_600)

    await world.start()
    await world.seconds(120)

    expect(await world.condition(AVAILABLE)).toBe('True/ManagedClusterAvailable')
    expect((await world.cluster())?.metadata.resourceVersion).toBe(before)
  })
})

describe('a hosted cluster that goes while nobody looks', () => {
  it('is detached by the next operator, and no copy of its secrets is left', async () => {
    const world = await startWorld()
    const mce = await world.start()
    await world.host('demo')
    await world.seconds(60)
    const copies = async () =>
      (await world.client.list(Secret, { namespace: 'local-cluster', labelSelector: 'synced-from-spoke' })).items
    expect(await copies()).toHaveLength(2)
    await mce.stop()

    await world.unhost('demo')
    await world.start()
    await world.seconds(60)

    expect(await world.cluster('demo')).toBeUndefined()
    expect(await copies()).toEqual([])
  })
})
