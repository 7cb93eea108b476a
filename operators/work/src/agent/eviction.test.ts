import { ConfigMap, ManifestWork } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { CLUSTER, configMap, HUB_HASH, newWork, startWorld, type TestWorld } from '../test/world.ts'

const one = { namespace: 'default', name: 'one' }
const blue = { namespace: CLUSTER, name: 'blue' }
const YEARS_MS = 100 * 365 * 24 * 3_600_000

/** A work that vanished from the hub without a word, such as when the hub was set up anew. */
async function lose(world: TestWorld): Promise<void> {
  await world.stop()
  await world.client.delete(ManifestWork, blue)
  await world.client.patch(ManifestWork, blue, { type: 'merge', body: { metadata: { finalizers: null } } })
}

describe('a work that its hub no longer has', () => {
  it('keeps its objects for an hour, and then loses them', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')])
    await lose(world)

    await world.start()
    await world.seconds(3_590)
    expect((await world.applied('blue'))?.status?.evictionStartTime).toBe('2030-01-01T00:00:00Z')
    expect(await world.client.get(ConfigMap, one)).toBeDefined()

    await world.seconds(30)
    expect(await world.applied('blue')).toBeUndefined()
    expect(await world.client.get(ConfigMap, one)).toBeUndefined()
  })

  it('keeps them when it comes back', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')])
    await lose(world)
    await world.start()
    await world.seconds(1_800)

    await world.client.create(ManifestWork, newWork('blue', [configMap('one')]))
    await world.seconds(7_200)

    expect((await world.applied('blue'))?.status?.evictionStartTime).toBeUndefined()
    expect(await world.client.get(ConfigMap, one)).toBeDefined()
  })

  it('keeps them for ever where that is chosen', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')])
    await lose(world)

    await world.start({ evictionMs: YEARS_MS })
    await world.seconds(7_200)

    expect((await world.applied('blue'))?.status?.evictionStartTime).toBeUndefined()
    expect(await world.client.get(ConfigMap, one)).toBeDefined()
  })
})

describe('an agent that moved to another hub', () => {
  it('evicts what the former hub had it apply', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')])
    await lose(world)

    await world.start({ hubUrl: 'https://other.example.com' })
    await world.seconds(3_620)

    expect(await world.applied('blue')).toBeUndefined()
    expect(await world.client.get(ConfigMap, one)).toBeUndefined()
  })

  it('leaves alone what another agent applied', async () => {
    const world = await startWorld()
    await world.post('blue', [configMap('one')])
    await lose(world)

    await world.start({ hubUrl: 'https://other.example.com', agentId: 'agent-2' })
    await world.seconds(7_200)

    expect((await world.applied('blue'))?.metadata.name).toBe(`${HUB_HASH}-blue`)
    expect(await world.client.get(ConfigMap, one)).toBeDefined()
  })
})
