import { type ApiServer, startApiServer } from '@skep/apiserver'
import { type Clock, createRandom, silentLogger, VirtualClock } from '@skep/base'
import { type Client, createClient, inProcessTransport } from '@skep/client'
import { createManager } from '@skep/controller'
import type { KindDefinition } from '@skep/schema'
import {
  type Behaviours,
  createBehaviours,
  createHostedApis,
  createSimulatedNodes,
  createSimulationClock,
  type HostedApis,
  type PodDelays,
  type Speed,
} from '@skep/sim'
import { onTestFinished } from 'vitest'
import type { HypershiftParts } from '../contracts.ts'
import { HYPERSHIFT_BEHAVIOUR_KINDS } from '../control-plane/behaviour-kinds.ts'
import { createReleases } from '../releases/index.ts'

/** A management cluster, whose time is the test's; it is gone after the test. */
export interface Management {
  readonly server: ApiServer
  readonly client: Client
  /** The operator's. */
  readonly clock: Clock
  /** The server's; the same unless told otherwise. */
  readonly serverClock: VirtualClock
  readonly behaviours: Behaviours
  readonly apis: HostedApis
  /** Lets time pass on the server. */
  seconds(count: number): Promise<void>
}

/** Starts one that serves kinds besides those that are built in. */
export async function startManagement({
  kinds = [],
  speed,
}: {
  readonly kinds?: readonly KindDefinition[]
  /** Lets the operator live in a time of its own, which is an hour ahead of the server's to begin with. */
  readonly speed?: Speed | undefined
} = {}): Promise<Management> {
  const serverClock = new VirtualClock()
  const startAt = serverClock.now() + 3_600_000
  const clock = speed === undefined ? serverClock : createSimulationClock({ base: serverClock, speed, startAt })
  const server = await startApiServer({ clock: serverClock, random: createRandom(1), kinds })
  const client = createClient({ transport: inProcessTransport(server), clock })
  onTestFinished(async () => {
    client.close()
    await server.close()
  })
  return {
    server,
    client,
    clock,
    serverClock,
    behaviours: createBehaviours({ kinds: HYPERSHIFT_BEHAVIOUR_KINDS, config: { seed: 1 }, clock }),
    apis: createHostedApis({ server, clock }),
    seconds: (count) => serverClock.advance(count * 1_000),
  }
}

/** Runs pods of control planes on three large nodes until the test is over. */
export async function startNodes(client: Client, clock: Clock, delays?: Partial<PodDelays>): Promise<void> {
  const resources = { cpu: '64', memory: '256Gi', pods: '500' }
  const random = createRandom(2)
  const nodes = createSimulatedNodes({ client, clock, random, count: 3, resources, ...(delays ? { delays } : {}) })
  await nodes.start()
  onTestFinished(() => nodes.stop())
}

/** What controllers are run with besides the management cluster itself. */
type Changes = Partial<Pick<HypershiftParts, 'apis' | 'controlPlanePods' | 'routes' | 'log'>>

/**
 * Runs the controllers that `add` adds, as a process would that was started for the nth time, until the test is over.
 * `add` returns what else ends with them, before and after. Returns how to stop them sooner.
 */
export function runControllers(
  { client, clock, behaviours, apis }: Pick<Management, 'client' | 'clock' | 'behaviours' | 'apis'>,
  nth: number,
  changes: Changes,
  add: (parts: HypershiftParts) => { before?(): void; after?(): Promise<void> },
): () => Promise<void> {
  const { log = silentLogger } = changes
  const shared = { client, clock, random: createRandom(`start ${nth}`), log }
  const manager = createManager(shared, { name: 'hypershift' })
  const releases = createReleases()
  const usual = { controlPlanePods: false, ignitionAddress: '127.0.0.1:22624' }
  const ends = add({ ...shared, manager, behaviours, apis, releases, ...usual, ...changes })
  const stopping = new AbortController()
  const running = manager.start(stopping.signal)
  const stop = async () => {
    ends.before?.()
    stopping.abort()
    await running
    await ends.after?.()
  }
  onTestFinished(stop)
  return stop
}

/** `status/reason` of a condition, and its message, among those that an object says. */
export const conditionsOf = (
  read: () => Promise<{ status?: { conditions?: readonly Stated[] | undefined } | undefined } | undefined>,
) => {
  const find = async (type: string) => (await read())?.status?.conditions?.find((condition) => condition.type === type)
  return {
    condition: async (type: string) => written(await find(type)),
    message: async (type: string) => (await find(type))?.message,
  }
}

/** A condition as tests compare it. */
export const written = (condition: Stated | undefined): string | undefined =>
  condition && `${condition.status}/${condition.reason ?? ''}`

interface Stated {
  readonly type: string
  readonly status: string
  readonly reason?: string | undefined
  readonly message?: string | undefined
}
