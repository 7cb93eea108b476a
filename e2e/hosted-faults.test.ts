import type { Faults } from '@skep/client/testing'
import { beforeAll, describe, expect, it } from 'vitest'
import { placeOf, readInventory } from './support/hosted-chaos/inventory.ts'
import { type LyingWorld, startLyingWorld } from './support/hosted-chaos/lying-world.ts'
import {
  type ChaosCluster,
  chaosCluster,
  FIRST_VERSION,
  giveUpCluster,
  NEXT_VERSION,
  orderCluster,
  VARIANTS,
} from './support/hosted-chaos/orders.ts'
import { unsettled } from './support/hosted-chaos/progress.ts'
import { stateOf } from './support/hosted-chaos/state.ts'

const NONE: Faults = { refused: 0, lost: 0, stalled: 0, stallMs: 0, repeated: 0, cut: 0, expired: 0 }
const MANY: Faults = {
  refused: 0.05,
  lost: 0.03,
  stalled: 0.2,
  stallMs: 2_000,
  repeated: 0.1,
  cut: 0.01,
  expired: 0.005,
}

/** So long lies are told after each order. */
const LIES_SECONDS = 60
/** After that, whoever has failed again and again needs time to try once more. */
const TRUTH_SECONDS = 600

/** What became of clusters, by their names, and what was left of everything when they had gone. */
interface Outcome {
  readonly made: ReadonlyMap<string, string[]>
  readonly upgraded: ReadonlyMap<string, string[]>
  readonly left: readonly string[]
}

/** Takes clusters through their lives. */
async function live(world: LyingWorld, clusters: readonly ChaosCluster[]): Promise<Outcome> {
  const { client } = world
  const afterAll = async (work: (cluster: ChaosCluster) => Promise<void>) => {
    world.lie(true)
    for (const cluster of clusters) await work(cluster)
    await world.seconds(LIES_SECONDS)
    world.lie(false)
    await world.seconds(TRUTH_SECONDS)
    return readInventory(client)
  }
  const upTo = async (version: string) => {
    const inventory = await afterAll((cluster) => orderCluster(client, cluster, version))
    expect(await unsettled(client, clusters, version)).toEqual([])
    return new Map(clusters.map(({ name }) => [name, stateOf(name, inventory)]))
  }
  const made = await upTo(FIRST_VERSION)
  const upgraded = await upTo(NEXT_VERSION)
  const rest = await afterAll((cluster) => giveUpCluster(client, cluster))
  return { made, upgraded, left: [...rest.map(placeOf).sort(), ...world.server.clusters.list()] }
}

const CLUSTERS = VARIANTS.map((_, index) => chaosCluster('demo', index))
/** One after the other; CHAOS_SEEDS=100 tries more of them, and CHAOS_FIRST_SEED=7 begins with another. */
const SEEDS = Array.from(
  { length: Number(process.env['CHAOS_SEEDS'] ?? 20) },
  (_, index) => index + Number(process.env['CHAOS_FIRST_SEED'] ?? 1),
)

describe('operators that are told lies', () => {
  let truth: Outcome

  beforeAll(async () => {
    const world = await startLyingWorld('truth', NONE)
    truth = await live(world, CLUSTERS).finally(world.stop)
  }, 120_000)

  it.each(SEEDS)(
    'make of a hosted cluster what those make who know the truth (seed %i)',
    {
      timeout: 120_000,
    },
    async (seed) => {
      const cluster = CLUSTERS[seed % CLUSTERS.length]!
      const world = await startLyingWorld(`lies ${seed}`, MANY)

      const { made, upgraded, left } = await live(world, [cluster]).finally(world.stop)

      expect(made.get(cluster.name)).toEqual(truth.made.get(cluster.name))
      expect(upgraded.get(cluster.name)).toEqual(truth.upgraded.get(cluster.name))
      expect(left).toEqual(truth.left)
    },
  )
})
