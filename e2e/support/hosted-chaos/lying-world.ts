import { type ApiServer, startApiServer } from '@skep/apiserver'
import { createRandom, silentLogger, VirtualClock } from '@skep/base'
import { type Client, createClient, inProcessTransport } from '@skep/client'
import { type Faults, unreliableHandle } from '@skep/client/testing'
import { createBehaviours, createHostedApis } from '@skep/sim'
import { HOSTED_BEHAVIOUR_KINDS } from '../../../cli/src/simulation/behaviour-kinds.ts'
import { startHostedOperators } from '../../../cli/src/simulation/hosted.ts'
import { BEHAVIOUR } from './behaviour.ts'

type HostedServer = Parameters<typeof createHostedApis>[0]['server']
type HandledRequest = Parameters<HostedServer['handle']>[0]

/** A management cluster in this process, whose operators are told less than the truth. */
export interface LyingWorld {
  /** One that is told the truth. */
  readonly client: Client
  readonly clock: VirtualClock
  readonly server: ApiServer
  /** Whether operators are told lies from now on. */
  lie(lying: boolean): void
  seconds(count: number): Promise<void>
  readonly stop: () => Promise<void>
}

/** Starts one with all operators of hosted clusters. Nobody lies yet. */
export async function startLyingWorld(seed: string, faults: Faults): Promise<LyingWorld> {
  const clock = new VirtualClock()
  const server = await startApiServer({ clock, random: createRandom(`${seed} server`) })
  const client = createClient({ transport: inProcessTransport(server), clock })
  let lying = false
  const honest: HostedServer = server
  const handle = unreliableHandle((request: HandledRequest) => honest.handle(request), {
    clock,
    random: createRandom(`${seed} faults`),
    faults,
    // What all clusters of a release begin with is made while everything waits, and time with it.
    enabled: (path) => lying && !path.startsWith('/clusters/template.'),
  })
  const told = createClient({ transport: inProcessTransport({ handle }), clock, userAgent: 'skep' })
  const apis = createHostedApis({ server: withHandle(honest, handle), clock })
  const behaviours = createBehaviours({ kinds: HOSTED_BEHAVIOUR_KINDS, config: { ...BEHAVIOUR, seed }, clock })
  const random = createRandom(`${seed} operators`)
  const operators = await startHostedOperators(
    { client: told, behaviours, clock, random, log: silentLogger, apis, url: server.url },
    {
      enabled: new Set(['hypershift', 'work', 'mce']),
      rawFeedback: false,
      autoImport: true,
      controlPlanePods: false,
      ignition: { port: 0 },
      admission: false,
    },
  )
  // Until the hub manages itself, nothing can be brought by works.
  await clock.advance(30_000)
  return {
    client,
    clock,
    server,
    lie: (value) => {
      lying = value
    },
    seconds: (count) => clock.advance(count * 1_000),
    stop: async () => {
      lying = false
      await operators.stop()
      told.close()
      client.close()
      await server.close()
    },
  }
}

/** The same server, but for how it answers. */
const withHandle = (server: HostedServer, handle: HostedServer['handle']): HostedServer =>
  new Proxy(server, {
    get: (target, property) => {
      if (property === 'handle') return handle
      const value: unknown = Reflect.get(target, property, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
