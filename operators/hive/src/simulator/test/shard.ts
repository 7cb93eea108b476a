import { setMaxListeners } from 'node:events'
import {
  AccountClaim,
  awsAccountKinds,
  ClusterDeployment,
  gcpProjectKinds,
  hiveKinds,
  Namespace,
  ProjectClaim,
} from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { createRandom, Metrics, VirtualClock } from '@skep/base'
import { type Client, createClient, inProcessTransport, installKinds, type Stored } from '@skep/client'
import { type Behaviours, createBehaviours, createTenantClusters, type TenantClusters } from '@skep/sim'
import { onTestFinished } from 'vitest'
import { replayedKinds } from '../../start.ts'
import { DEFAULT_IMAGE_SETS, HIVE_BEHAVIOUR_KINDS } from '../behaviour-kinds.ts'
import { type HiveSimulator, type HiveSimulatorOptions, startHiveSimulator } from '../index.ts'

/** A cluster with Hive's kinds and the simulator, in virtual time. */
export interface TestShard {
  readonly client: Client
  readonly clock: VirtualClock
  readonly behaviours: Behaviours
  readonly tenants: TenantClusters
  readonly simulator: HiveSimulator
  /** What the newest simulator has counted. */
  readonly metrics: Metrics
  /** Stops the simulator and starts another, which knows nothing of the first. */
  restart(awayMs?: number): Promise<void>
  /** Makes a ClusterDeployment in `default`. */
  order(name: string, metadata?: Metadata): Promise<void>
  claimAccount(name: string, labels?: Record<string, string>): Promise<void>
  claimProject(name: string, labels?: Record<string, string>): Promise<void>
  deployment(name: string): Promise<Stored<ClusterDeployment>>
  accountClaim(name: string): Promise<Stored<AccountClaim>>
  projectClaim(name: string): Promise<Stored<ProjectClaim>>
}

interface Metadata {
  readonly labels?: Record<string, string>
  readonly baseDomain?: string
}

const LEGAL_ENTITY = { id: 'e1', name: 'entity' }
const namespace = 'default'

/** Starts a shard; `config` is as in a configuration file, and `recording` is replayed. */
export async function startShard(
  config: unknown = {},
  options: HiveSimulatorOptions = {},
  recording?: unknown,
): Promise<TestShard> {
  const clock = new VirtualClock()
  const server = await startApiServer({ clock, random: createRandom('server') })
  const client = createClient({ transport: inProcessTransport(server), clock })
  const { signal } = new AbortController()
  setMaxListeners(0, signal)
  await installKinds(client, [...hiveKinds, ...awsAccountKinds, ...gcpProjectKinds], { clock, signal })
  await client.apply(Namespace, { metadata: { name: namespace } })
  let metrics: Metrics
  const newBehaviours = () => {
    metrics = new Metrics()
    return createBehaviours({
      kinds: HIVE_BEHAVIOUR_KINDS,
      config,
      clusterImageSets: DEFAULT_IMAGE_SETS,
      clock,
      metrics,
      recordedKinds: replayedKinds('simulator'),
      recording,
    })
  }
  const tenants = createTenantClusters({ server, clock })
  const start = (behaviours: Behaviours) =>
    startHiveSimulator({ client, behaviours, tenants, clock, random: createRandom(7) }, options)
  let behaviours = newBehaviours()
  let simulator = await start(behaviours)
  onTestFinished(async () => {
    await simulator.stop()
    client.close()
    await server.close()
  })
  await clock.settle()

  return {
    client,
    clock,
    tenants,
    get behaviours() {
      return behaviours
    },
    get simulator() {
      return simulator
    },
    get metrics() {
      return metrics
    },
    restart: async (awayMs = 0) => {
      await simulator.stop()
      await clock.advance(awayMs)
      behaviours = newBehaviours()
      simulator = await start(behaviours)
      await clock.settle()
    },
    order: async (name, { labels = {}, baseDomain = 'sim.example.com' } = {}) => {
      await client.create(ClusterDeployment, {
        metadata: { namespace, name, labels },
        spec: { clusterName: name, baseDomain, platform: { aws: { region: 'us-east-1' } } },
      })
      await clock.settle()
    },
    claimAccount: async (name, labels = {}) => {
      await client.create(AccountClaim, {
        metadata: { namespace, name, labels },
        spec: {
          legalEntity: LEGAL_ENTITY,
          awsCredentialSecret: { name: `${name}-aws`, namespace },
          aws: { regions: [{ name: 'us-east-1' }] },
          accountLink: '',
        },
      })
      await clock.settle()
    },
    claimProject: async (name, labels = {}) => {
      await client.create(ProjectClaim, {
        metadata: { namespace, name, labels },
        spec: {
          legalEntity: LEGAL_ENTITY,
          gcpCredentialSecret: { name: `${name}-gcp`, namespace },
          region: 'us-east1',
        },
      })
      await clock.settle()
    },
    deployment: async (name) => (await client.get(ClusterDeployment, { namespace, name }))!,
    accountClaim: async (name) => (await client.get(AccountClaim, { namespace, name }))!,
    projectClaim: async (name) => (await client.get(ProjectClaim, { namespace, name }))!,
  }
}
