import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Namespace } from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { createRandom, type Random } from '@skep/base'
import { type Client, createClient, loadKubeconfig } from '@skep/client'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildSkep } from '../cli/src/test/skep.ts'
import { strike } from './support/chaos.ts'
import { placeOf, readInventory } from './support/hosted-chaos/inventory.ts'
import {
  type ChaosCluster,
  chaosCluster,
  FIRST_VERSION,
  giveUpCluster,
  HUB_NAMESPACE,
  NEXT_VERSION,
  orderCluster,
  VARIANTS,
} from './support/hosted-chaos/orders.ts'
import { persist, remaining, unsettled } from './support/hosted-chaos/progress.ts'
import { stateOf } from './support/hosted-chaos/state.ts'
import { type HostedChaosWorld, startHostedChaosWorld } from './support/hosted-chaos/world.ts'

/** How much happens in a run. */
interface Extent {
  readonly clusters: number
  /** While all are made, while all are upgraded, and while all are deleted. */
  readonly blows: number
  /** Simulated nodes that control planes run on as pods; without, there are no pods. */
  readonly nodes: number
}

const MANY: Extent = { clusters: Number(process.env['CHAOS_CLUSTERS'] ?? 34), blows: 4, nodes: 0 }
const WITH_PODS: Extent = { clusters: 6, blows: 2, nodes: 3 }

const seed = process.env['CHAOS_SEED'] ?? 'hosted'
/** Nothing may take longer to settle. */
const PATIENCE_MS = 150_000

beforeAll(buildSkep, 180_000)

/** Something that is done to clusters, and what is still missing until it has had its effect. */
interface Step {
  readonly work: (cluster: ChaosCluster) => Promise<void>
  readonly missing: (clusters: readonly ChaosCluster[]) => Promise<string[]>
}

const upTo = (client: Client, version: string): Step => ({
  work: (cluster) => orderCluster(client, cluster, version),
  missing: (clusters) => unsettled(client, clusters, version),
})

const away = (client: Client): Step => ({
  work: (cluster) => giveUpCluster(client, cluster),
  missing: (clusters) => remaining(client, clusters),
})

/** Takes a step with all clusters, eight at a time, as customers do whose connections break. */
async function take({ work }: Step, clusters: readonly ChaosCluster[]): Promise<void> {
  const left = [...clusters]
  const workOff = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const cluster = next
      await persist(() => work(cluster))
    }
  }
  await Promise.all(Array.from({ length: 8 }, workOff))
}

const settle = ({ missing }: Step, clusters: readonly ChaosCluster[]) =>
  expect.poll(() => persist(() => missing(clusters)), { timeout: PATIENCE_MS, interval: 250 }).toEqual([])

/** What a cluster of every variant is like when all goes well, once made and once upgraded. */
interface Reference {
  readonly made: readonly string[][]
  readonly upgraded: readonly string[][]
}

/** Takes one cluster of every variant through its life, and nothing is struck. */
async function liveInPeace(client: Client): Promise<Reference> {
  const clusters = VARIANTS.map((_, index) => chaosCluster('peace', index))
  const stateAfter = async (step: Step) => {
    await take(step, clusters)
    await settle(step, clusters)
    return calmStates(client, clusters)
  }
  const made = await stateAfter(upTo(client, FIRST_VERSION))
  const upgraded = await stateAfter(upTo(client, NEXT_VERSION))
  await stateAfter(away(client))
  return { made, upgraded }
}

/** What clusters are like once that has stopped to change. */
async function calmStates(client: Client, clusters: readonly ChaosCluster[]): Promise<string[][]> {
  for (let before: string[][] | undefined; ; await sleep(1_000)) {
    const states = await statesOf(client, clusters)
    if (JSON.stringify(states) === JSON.stringify(before)) return states
    before = states
  }
}

async function statesOf(client: Client, clusters: readonly ChaosCluster[]): Promise<string[][]> {
  const inventory = await readInventory(client)
  return clusters.map(({ name }) => stateOf(name, inventory))
}

const everything = async (client: Client) => (await readInventory(client)).map(placeOf).sort()

async function run(world: HostedChaosWorld, { clusters: count, blows }: Extent): Promise<void> {
  console.log(`CHAOS_SEED=${seed} makes the same blows fall`)
  const random = createRandom(seed)
  const client = createClient({ kubeconfig: await loadKubeconfig({ path: world.kubeconfig }) })
  onTestFinished(() => client.close())
  await expect.poll(() => client.get(Namespace, { name: HUB_NAMESPACE }), { timeout: 20_000 }).toBeDefined()
  const { made, upgraded } = await liveInPeace(client)
  const before = await everything(client)
  const clusters = Array.from({ length: count }, (_, index) => chaosCluster('chaos', index))
  const struck = (step: Step) => underBlows(random, world, { clusters, blows, step })

  await struck(upTo(client, FIRST_VERSION))
  await expectLike(made, client, clusters)
  await struck(upTo(client, NEXT_VERSION))
  await expectLike(upgraded, client, clusters)
  await struck(away(client))
  await expect.poll(() => everything(client), { timeout: PATIENCE_MS, interval: 1_000 }).toEqual(before)
  await world.stop()
  expect(await hostedApis(world.hostedData)).toEqual([])
}

/** Takes a step with all clusters, and waits until it has had its effect, while programs are killed. */
async function underBlows(
  random: Random,
  { apiServer, operators }: HostedChaosWorld,
  { clusters, blows, step }: { clusters: readonly ChaosCluster[]; blows: number; step: Step },
): Promise<void> {
  const progress = async () => clusters.length - (await persist(() => step.missing(clusters))).length
  await Promise.all([
    take(step, clusters),
    strike(random, [operators, operators, apiServer], { blows, moments: clusters.length }, progress),
  ])
  await settle(step, clusters)
}

/** Every cluster is as one of its variant is that lived in peace. */
async function expectLike(
  reference: readonly string[][],
  client: Client,
  clusters: readonly ChaosCluster[],
): Promise<void> {
  const expected = clusters.map((_, index) => reference[index % reference.length])
  await expect.poll(() => statesOf(client, clusters), { timeout: PATIENCE_MS, interval: 1_000 }).toEqual(expected)
}

/** The APIs that operators that have ended left in their data. */
async function hostedApis(dataDir: string): Promise<string[]> {
  const server = await startApiServer({ dataDir })
  try {
    return server.clusters.list()
  } finally {
    await server.close()
  }
}

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skep-hosted-chaos-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

describe('hosted clusters whose operators and API server are killed', () => {
  it.each([
    ['without pods', MANY],
    ['with pods', WITH_PODS],
  ])(
    '%s come to the same end as if nothing had happened, and leave nothing behind',
    {
      timeout: 600_000,
    },
    async (_how, extent) => {
      const world = await startHostedChaosWorld(temporaryFolder(), extent)
      onTestFinished(() => world.stop())
      await run(world, extent)
    },
  )
})
