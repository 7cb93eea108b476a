import { HostedCluster, Namespace, NodePool, Secret } from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { createRandom, silentLogger, VirtualClock } from '@skep/base'
import { type Client, createClient, inProcessTransport } from '@skep/client'
import { type Behaviours, createBehaviours, createHostedApis, createSimulatedNodes, type Failure } from '@skep/sim'
import { onTestFinished } from 'vitest'
import { HOSTED_BEHAVIOUR_KINDS } from '../../simulation/behaviour-kinds.ts'
import { startHostedOperators } from '../../simulation/hosted.ts'
import type { Explained } from '../model.ts'
import { createSession, type ExplainSession } from '../session.ts'
import { hostedClusterSpec, nodePoolSpec, type PlatformName } from './specs.ts'

export const NAMESPACE = 'clusters'

/** A management cluster with all operators of hosted clusters, whose time is the test's. */
export interface ExplainWorld {
  readonly client: Client
  readonly behaviours: Behaviours
  readonly session: ExplainSession
  /** Lets the hosted cluster `demo`, or machines, fail at a stage. */
  fail(kind: 'HostedCluster' | 'Machine', failure: Failure): void
  /** Orders the hosted cluster `demo`. */
  order(platform: PlatformName, spec?: object): Promise<void>
  /** Orders its pool `workers` of one node. */
  orderPool(platform: PlatformName): Promise<void>
  providePullSecret(): Promise<void>
  explain(kind: string, name: string): Promise<Explained>
  seconds(count: number): Promise<void>
}

/** Starts one; it is gone after the test. Control planes have no pods unless they are to have: that takes longer. */
export async function startExplainWorld({ controlPlanePods = false, autoImport = true } = {}): Promise<ExplainWorld> {
  const clock = new VirtualClock()
  const random = createRandom(1)
  const server = await startApiServer({ clock, random })
  const client = createClient({ transport: inProcessTransport(server), clock })
  const apis = createHostedApis({ server, clock })
  const behaviours = createBehaviours({ kinds: HOSTED_BEHAVIOUR_KINDS, config: { seed: 1 }, clock })
  if (controlPlanePods) await startNodes(client, clock)
  const services = { client, behaviours, clock, random, log: silentLogger, apis, url: server.url }
  const enabled = new Set(['hypershift', 'mce', 'work'] as const)
  const choice = { enabled, rawFeedback: false, autoImport, admission: false, controlPlanePods } as const
  const operators = await startHostedOperators(services, choice)
  const asker = createClient({ transport: inProcessTransport(server), clock })
  const session = createSession({ client: asker, connect: apis.connect, clock })
  onTestFinished(async () => {
    session.close()
    await operators.stop()
    client.close()
    await server.close()
  })
  await client.create(Namespace, { metadata: { name: NAMESPACE } })
  return {
    client,
    behaviours,
    session,
    fail: (kind, failure) => {
      behaviours.changeSection(kind, { failureScenarios: [{ ...failure, probability: 1 }] })
    },
    order: async (platform, spec) => {
      await client.create(HostedCluster, {
        metadata: { namespace: NAMESPACE, name: 'demo' },
        spec: hostedClusterSpec(platform, spec),
      })
    },
    orderPool: async (platform) => {
      await client.create(NodePool, {
        metadata: { namespace: NAMESPACE, name: 'workers' },
        spec: nodePoolSpec(platform),
      })
    },
    providePullSecret: async () => {
      const stringData = { '.dockerconfigjson': '{"auths":{}}' }
      await client.create(Secret, { metadata: { namespace: NAMESPACE, name: 'demo-pull' }, stringData })
    },
    explain: async (kind, name) => (await session.explain({ kind, name, namespace: NAMESPACE })).tree,
    seconds: (count) => clock.advance(count * 1_000),
  }
}

async function startNodes(client: Client, clock: VirtualClock): Promise<void> {
  const resources = { cpu: '64', memory: '256Gi', pods: '500' }
  const nodes = createSimulatedNodes({ client, clock, random: createRandom(2), count: 3, resources })
  await nodes.start()
  onTestFinished(() => nodes.stop())
}
