import { HostedCluster, Namespace, Secret } from '@skep/api'
import { type ApiServer, startApiServer } from '@skep/apiserver'
import { type Clock, createRandom, silentLogger, VirtualClock } from '@skep/base'
import { type Client, createClient, inProcessTransport, type Stored } from '@skep/client'
import {
  type Behaviours,
  createBehaviours,
  createHostedApis,
  createSimulatedNodes,
  createSimulationClock,
  type HostedApis,
  type Speed,
} from '@skep/sim'
import { onTestFinished } from 'vitest'
import type { HypershiftOptions, RunningHypershift } from '../contracts.ts'
import { HYPERSHIFT_BEHAVIOUR_KINDS } from '../control-plane/index.ts'
import { hostedClusterSpec, NAMESPACE, type PlatformName } from '../hosted-cluster/test/samples.ts'
import { startHypershift } from '../start.ts'

/** A management cluster with the whole operator on it, whose time is the test's. */
export interface HypershiftWorld {
  readonly server: ApiServer
  readonly client: Client
  /** The operator's. */
  readonly clock: Clock
  readonly behaviours: Behaviours
  readonly apis: HostedApis
  /** Starts the operator; it is stopped after the test, or by its own `stop`. */
  start(): Promise<RunningHypershift>
  /** Orders a hosted cluster, with the pull secret that it needs. */
  order(name: string, platform: PlatformName, spec?: object): Promise<void>
  hostedCluster(name?: string): Promise<Stored<HostedCluster> | undefined>
  /** `status/reason` of a condition. */
  condition(type: string, name?: string): Promise<string | undefined>
  /** Lets time pass on the server. */
  seconds(count: number): Promise<void>
}

/** Starts one; it is gone after the test. Control planes have no pods unless they are to have. */
export async function startHypershiftWorld({
  controlPlanePods = false,
  admission = false,
  speed,
}: Pick<HypershiftOptions, 'controlPlanePods' | 'admission'> & {
  /** Lets the operator live in a time of its own, which is an hour ahead of the server's to begin with. */
  speed?: Speed
} = {}): Promise<HypershiftWorld> {
  const serverClock = new VirtualClock()
  const startAt = serverClock.now() + 3_600_000
  const clock = speed === undefined ? serverClock : createSimulationClock({ base: serverClock, speed, startAt })
  const server = await startApiServer({ clock: serverClock, random: createRandom(1) })
  const client = createClient({ transport: inProcessTransport(server), clock })
  const behaviours = createBehaviours({ kinds: HYPERSHIFT_BEHAVIOUR_KINDS, config: { seed: 1 }, clock })
  const apis = createHostedApis({ server, clock })
  onTestFinished(async () => {
    client.close()
    await server.close()
  })
  if (controlPlanePods) await startNodes(client, clock)
  await client.create(Namespace, { metadata: { name: NAMESPACE } })
  const read = (name = 'demo') => client.get(HostedCluster, { namespace: NAMESPACE, name })
  let starts = 0
  return {
    server,
    client,
    clock,
    behaviours,
    apis,
    start: async () => {
      const random = createRandom(`start ${starts++}`)
      const dependencies = { client, behaviours, apis, clock, random, log: silentLogger }
      const hypershift = await startHypershift(dependencies, { controlPlanePods, admission })
      onTestFinished(() => hypershift.stop())
      await serverClock.settle()
      return hypershift
    },
    order: async (name, platform, spec) => {
      const pullSecret = `${name}-pull`
      await client.create(Secret, {
        metadata: { namespace: NAMESPACE, name: pullSecret },
        stringData: { '.dockerconfigjson': '{"auths":{}}' },
      })
      await client.create(HostedCluster, {
        metadata: { namespace: NAMESPACE, name },
        spec: hostedClusterSpec(platform, { pullSecret: { name: pullSecret }, ...spec }),
      })
    },
    hostedCluster: read,
    condition: async (type, name) => {
      const found = (await read(name))?.status?.conditions?.find((condition) => condition.type === type)
      return found && `${found.status}/${found.reason}`
    },
    seconds: (count) => serverClock.advance(count * 1_000),
  }
}

async function startNodes(client: Client, clock: Clock): Promise<void> {
  const resources = { cpu: '64', memory: '256Gi', pods: '500' }
  const nodes = createSimulatedNodes({ client, clock, random: createRandom(2), count: 3, resources })
  await nodes.start()
  onTestFinished(() => nodes.stop())
}
