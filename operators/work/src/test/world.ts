import { setMaxListeners } from 'node:events'
import { AppliedManifestWork, ManifestWork, Namespace, openClusterManagementKinds } from '@skep/api'
import { type ApiServer, startApiServer } from '@skep/apiserver'
import { createRandom, VirtualClock } from '@skep/base'
import { type Client, createClient, type Draft, inProcessTransport, installKinds, type Stored } from '@skep/client'
import type { KindDefinition } from '@skep/schema'
import { createSimulationClock, type Speed } from '@skep/sim'
import { onTestFinished } from 'vitest'
import type { WorkAgentOptions } from '../agent/options.ts'
import { hubHashOf } from '../names.ts'
import { startWorkAgent } from '../start.ts'
import type { WorkSpec } from '../types.ts'

export const HUB_URL = 'https://hub.example.com:6443'
export const HUB_HASH = hubHashOf(HUB_URL)
export const CLUSTER = 'local-cluster'

/** What may be special about an agent. */
export interface AgentSetup {
  readonly hubUrl?: string
  readonly agentId?: string
  /** How the agent reaches the cluster; as an administrator in the same process unless given. */
  readonly spoke?: Client
  /** How it reaches the hub; the same unless given. */
  readonly hub?: Client
}

/** A cluster that is its own hub, with an agent, in virtual time. */
export interface TestWorld {
  readonly server: ApiServer
  readonly client: Client
  readonly clock: VirtualClock
  /** Starts an agent; the world starts with one unless told otherwise. Returns how to stop it. */
  start(options?: WorkAgentOptions & AgentSetup): Promise<() => Promise<void>>
  /** Stops all agents. */
  stop(): Promise<void>
  seconds(n: number): Promise<void>
  post(name: string, manifests: readonly object[], spec?: Partial<WorkSpec>): Promise<Stored<ManifestWork>>
  /** Changes the spec of a work by a merge patch. */
  change(name: string, spec: object): Promise<void>
  work(name: string): Promise<Stored<ManifestWork> | undefined>
  applied(name: string): Promise<Stored<AppliedManifestWork> | undefined>
}

/** Starts a world; `agent: false` leaves the agent to the test. */
export async function startWorld(
  options: {
    agent?: WorkAgentOptions | false
    kinds?: readonly KindDefinition[]
    /** Lets agents live in a time of their own, which is an hour ahead of the test's to begin with. */
    speed?: Speed
  } = {},
): Promise<TestWorld> {
  const clock = new VirtualClock()
  const { speed } = options
  const startAt = clock.now() + 3_600_000
  const agentClock = speed === undefined ? clock : createSimulationClock({ base: clock, speed, startAt })
  const server = await startApiServer({ clock, random: createRandom('server') })
  const client = createClient({ transport: inProcessTransport(server), clock })
  const { signal } = new AbortController()
  setMaxListeners(0, signal)
  await installKinds(client, [...openClusterManagementKinds, ...(options.kinds ?? [])], { clock, signal })
  await client.create(Namespace, { metadata: { name: CLUSTER } })
  const running = new Set<() => Promise<void>>()
  const start: TestWorld['start'] = async (setup = {}) => {
    const { hubUrl = HUB_URL, agentId = 'agent-1', spoke = client, hub = client, ...chosen } = setup
    const dependencies = { hub, spoke, hubUrl, clusterNamespace: CLUSTER, agentId }
    const agent = await startWorkAgent({ ...dependencies, clock: agentClock, random: createRandom(7) }, chosen)
    const stop = async () => {
      running.delete(stop)
      await agent.stop()
    }
    running.add(stop)
    await clock.settle()
    return stop
  }
  const stopAll = async () => {
    for (const stop of running) await stop()
  }
  onTestFinished(async () => {
    await stopAll()
    client.close()
    await server.close()
  })
  if (options.agent !== false) await start(options.agent)
  return {
    server,
    client,
    clock,
    start,
    stop: stopAll,
    seconds: (n) => clock.advance(n * 1_000),
    post: async (name, manifests, spec = {}) => {
      const work = await client.create(ManifestWork, newWork(name, manifests, spec))
      await clock.settle()
      return work
    },
    change: async (name, spec) => {
      await client.patch(ManifestWork, { namespace: CLUSTER, name }, { type: 'merge', body: { spec } })
      await clock.settle()
    },
    work: (name) => client.get(ManifestWork, { namespace: CLUSTER, name }),
    applied: (name) => client.get(AppliedManifestWork, { name: `${HUB_HASH}-${name}` }),
  }
}

/** A work that is to bring these objects along. */
export const newWork = (
  name: string,
  manifests: readonly object[],
  spec: Partial<WorkSpec> = {},
): Draft<ManifestWork> => ({
  metadata: { namespace: CLUSTER, name, labels: { 'api.openshift.com/id': name.slice(0, 63) } },
  // Manifests are JSON.
  spec: { ...spec, workload: { manifests: manifests as NonNullable<WorkSpec['workload']>['manifests'] } },
})

export const configMap = (name: string, data: Record<string, string> = { colour: 'blue' }, namespace = 'default') => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace, name },
  data,
})

/** What a list of conditions says, as `Type=Status/Reason`. */
export const said = (conditions: readonly { type: string; status: string; reason: string }[] | undefined): string[] =>
  (conditions ?? []).map(({ type, status, reason }) => `${type}=${status}/${reason}`)
