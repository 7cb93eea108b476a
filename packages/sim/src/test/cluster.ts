import { Event, Pod } from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { type Clock, createRandom, VirtualClock } from '@skep/base'
import { type Client, createClient, inProcessTransport, type Transport } from '@skep/client'
import { onTestFinished } from 'vitest'
import { createSimulationClock } from '../clock/simulation-clock.ts'
import { createSimulatedNodes, type SimulatedNodes, type SimulatedNodesOptions } from '../simulated-nodes.ts'

export interface TestCluster {
  readonly client: Client
  readonly clock: VirtualClock
  readonly nodes: SimulatedNodes
  /** The pod of that name; throws when there is none. */
  pod(name: string): Promise<Pod>
  /** What was told about a pod, in order: `Started: Container started`. */
  eventsOf(name: string): Promise<string[]>
}

type Settings = Partial<Omit<SimulatedNodesOptions, 'client' | 'clock' | 'random'>> & {
  seed?: number
  /** Lets simulated time pass without waiting. */
  leaping?: boolean
  /** What the nodes take for the time, given the time that it is. */
  timeOfNodes?: (clock: Clock) => Clock
  /** Stands between the nodes and the server. */
  between?: (transport: Transport) => Transport
}

/** A cluster in virtual time with nodes that always take the same time: two seconds to start a pod, one to stop it. */
export async function startCluster(settings: Settings = {}): Promise<TestCluster> {
  const { seed = 1, leaping, timeOfNodes, between, ...options } = settings
  const clock = new VirtualClock()
  const time = timeOfNodes?.(clock) ?? clock
  const server = await startApiServer({ clock, random: createRandom(`server ${seed}`) })
  const client = createClient({ transport: inProcessTransport(server), clock })
  const delays = { startMs: 2_000, initMs: 1_000, runMs: 3_000, stopMs: 1_000, ...options.delays }
  const nodes = createSimulatedNodes({
    client: between ? createClient({ transport: between(inProcessTransport(server)), clock }) : client,
    clock: leaping ? createSimulationClock({ base: clock, speed: 'instant' }) : time,
    random: createRandom(seed),
    count: 1,
    ...options,
    delays,
  })
  onTestFinished(async () => {
    await nodes.stop()
    client.close()
    await server.close()
  })
  await nodes.start()
  await clock.settle()
  return {
    client,
    clock,
    nodes,
    pod: async (name) => {
      const pod = await client.get(Pod, { namespace: 'default', name })
      if (!pod) throw new Error(`there is no pod ${name}`)
      return pod
    },
    eventsOf: async (name) => {
      const { items } = await client.list(Event, { namespace: 'default', fieldSelector: `involvedObject.name=${name}` })
      return items
        .sort((a, b) => Number(a.metadata.resourceVersion) - Number(b.metadata.resourceVersion))
        .map(({ reason, message }) => `${reason}: ${message}`)
    },
  }
}
