import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  AccountClaim,
  AwsAccount,
  AwsAccountPool,
  ClusterDeployment,
  ClusterDeprovision,
  ClusterProvision,
  ConfigMap,
  Namespace,
} from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { createRandom, type Random } from '@skep/base'
import { type Client, createClient, loadKubeconfig } from '@skep/client'
import { describePostgres } from '@skep/database/testing'
import type { KindDefinition } from '@skep/schema'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { buildSkep } from '../cli/src/test/skep.ts'
import { type ChaosWorld, startChaosWorld, strike, type Victim } from './support/chaos.ts'
import { startCuttableProxy } from './support/cuttable-proxy.ts'
import { type Customer, createCustomer } from './support/ordering.ts'

/** How much happens in a run. */
interface Extent {
  readonly clusters: number
  readonly blowsWhileInstalling: number
  readonly blowsWhileDeleting: number
}

const LONG: Extent = { clusters: 200, blowsWhileInstalling: 14, blowsWhileDeleting: 6 }
/** The same with less of everything: what is different is only where records are kept. */
const SHORT: Extent = { clusters: 50, blowsWhileInstalling: 4, blowsWhileDeleting: 2 }

/** One in five clusters is ordered with a release that does not install. */
const GOOD_RELEASE = 'openshift-v4.17.0'
const BAD_RELEASE = 'openshift-v4.18.0-ec.0-candidate'
const isBad = (index: number): boolean => index % 5 === 0
const nameOf = (index: number): string => `chaos-${String(index).padStart(3, '0')}`

/** Installing takes half a second to three seconds, and is in the middle when a blow comes. */
const CONFIG = {
  speed: 100,
  seed: 'chaos',
  clusterDeployment: {
    defaultDelaySeconds: { distribution: 'uniform', min: 60, max: 300 },
    failureScenarios: [
      {
        labels: { 'api.openshift.com/channel-group': 'candidate' },
        condition: 'ProvisionFailed',
        reason: 'AWSVPCLimitExceeded',
        message: 'The account has no room for another VPC',
      },
    ],
  },
  clusterImageSets: [
    { name: GOOD_RELEASE, visible: true },
    { name: BAD_RELEASE, visible: true },
  ],
}

const seed = process.env['CHAOS_SEED'] ?? String(Date.now())

beforeAll(buildSkep, 180_000)

/** Waits until no cluster is on its way any more. */
const settled = (customer: Customer, isSettled: (state: string) => boolean) =>
  expect
    .poll(
      async () =>
        (await customer.clusters())
          .filter(({ state }) => !isSettled(state))
          .map(({ name, state }) => `${name} ${state}`),
      { timeout: 150_000, interval: 250 },
    )
    .toEqual([])

async function run(world: ChaosWorld, victims: readonly Victim[], extent: Extent): Promise<void> {
  const { clusters: count, blowsWhileInstalling, blowsWhileDeleting } = extent
  console.log(`CHAOS_SEED=${seed} makes the same blows fall`)
  const random = createRandom(seed)
  const customer = createCustomer(world.url)
  const kubeClient = createClient({ kubeconfig: await loadKubeconfig({ path: world.kubeconfig }) })
  onTestFinished(() => kubeClient.close())
  await allowAccounts(kubeClient)

  await Promise.all([
    orderAll(customer, count, createRandom(`${seed} orders`)),
    strike(random, victims, { blows: blowsWhileInstalling, moments: count }, () =>
      customer.count("state in ('ready', 'error')"),
    ),
  ])
  await settled(customer, (state) => state === 'ready' || state === 'error')
  await expectAllOnce(customer, kubeClient, count)

  await Promise.all([
    deleteAll(customer),
    strike(
      random,
      victims,
      { blows: blowsWhileDeleting, moments: count },
      async () => count - (await customer.count()),
    ),
  ])
  await settled(customer, () => false)
  await expectNothingLeft(kubeClient)
  await world.stop()
  expect(await tenantClusters(world.simulatorData)).toEqual([])
}

/** Every cluster has an account of its own; unless told otherwise, there are a hundred, made one after the other. */
async function allowAccounts(kubeClient: Client): Promise<void> {
  const metadata = { namespace: 'aws-account-operator', name: 'aws-account-operator-configmap' }
  await kubeClient.apply(ConfigMap, { metadata, data: { 'account-limit': '1000' } })
  const pool = { namespace: 'aws-account-operator', name: 'default' }
  await kubeClient.patch(AwsAccountPool, pool, { type: 'merge', body: { spec: { poolSize: 50 } } })
}

async function orderAll(customer: Customer, count: number, random: Random): Promise<void> {
  for (let index = 0; index < count; index++) {
    await customer.order({ name: nameOf(index), version: isBad(index) ? BAD_RELEASE : GOOD_RELEASE })
    await sleep(random.int(60))
  }
}

async function deleteAll(customer: Customer): Promise<void> {
  for (const { id } of await customer.clusters()) await customer.delete(id)
}

async function expectAllOnce(customer: Customer, kubeClient: Client, count: number): Promise<void> {
  const clusters = await customer.clusters()
  const indexes = Array.from({ length: count }, (_, index) => index)
  expect(Object.fromEntries(clusters.map(({ name, state }) => [name, state]))).toEqual(
    Object.fromEntries(indexes.map((index) => [nameOf(index), isBad(index) ? 'error' : 'ready'])),
  )
  expect(clusters).toHaveLength(count)

  const ids = clusters.map(({ id }) => id).sort()
  const { items: deployments } = await kubeClient.list(ClusterDeployment)
  const { items: claims } = await kubeClient.list(AccountClaim)
  for (const objects of [deployments, claims]) {
    expect(objects.map(({ metadata }) => metadata.labels?.['api.openshift.com/id']).sort()).toEqual(ids)
  }
  expect(new Set(claims.map(({ spec }) => spec.accountLink)).size).toBe(count)
  const { items: provisions } = await kubeClient.list(ClusterProvision)
  expect(provisions.map(({ spec }) => `${spec.clusterDeploymentRef.name} ${spec.attempt}`).sort()).toEqual(
    indexes.flatMap((index) => (isBad(index) ? [0, 1, 2] : [0]).map((attempt) => `${nameOf(index)} ${attempt}`)),
  )
}

const OF_CLUSTERS: readonly KindDefinition[] = [ClusterDeployment, ClusterProvision, ClusterDeprovision, AccountClaim]

async function expectNothingLeft(kubeClient: Client): Promise<void> {
  for (const kind of OF_CLUSTERS) {
    expect((await kubeClient.list(kind)).items).toEqual([])
  }
  const { items: namespaces } = await kubeClient.list(Namespace)
  expect(namespaces.map(({ metadata }) => metadata.name).filter((name) => name.startsWith('uhc-'))).toEqual([])
  const { items: accounts } = await kubeClient.list(AwsAccount)
  expect(accounts.filter(({ spec }) => spec.claimLink)).toEqual([])
}

/** The clusters that a simulator that has ended left in its data. */
async function tenantClusters(dataDir: string): Promise<string[]> {
  const server = await startApiServer({ dataDir })
  try {
    return server.clusters.list()
  } finally {
    await server.close()
  }
}

const titleOf = ({ clusters }: Extent): string =>
  `brings ${clusters} clusters to the end they are meant for, each once, and leaves nothing behind`

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'skep-chaos-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Starts a world that ends with the test. */
async function startWorld(...serviceArgs: string[]): Promise<ChaosWorld> {
  const folder = temporaryFolder()
  const world = await startChaosWorld(folder, CONFIG, ...serviceArgs)
  onTestFinished(() => world.stop())
  return world
}

describe('the flow whose programs are killed', () => {
  it(titleOf(SHORT), { timeout: 400_000 }, async () => {
    const world = await startWorld()
    await run(world, [world.simulator, world.service], SHORT)
  })
})

describePostgres('the flow whose programs are killed and whose connections are cut', (server) => {
  it(titleOf(LONG), { timeout: 400_000 }, async () => {
    const url = new URL(await server().createDatabase())
    const proxy = await startCuttableProxy(server().port)
    onTestFinished(() => proxy.close())
    url.port = String(proxy.port)
    const world = await startWorld('--database-url', url.href)
    const connection = { name: 'connections of the database', strike: async () => proxy.cut() }
    await run(world, [world.simulator, world.service, connection], LONG)
  })
})
