import { type Clock, realClock } from '@skep/base'
import { type Client, createClient, loadKubeconfig, NO_RETRY } from '@skep/client'
import { explainObject } from './explain.ts'
import { findObject, type Question } from './find-object.ts'
import type { Explained } from './model.ts'
import { Reader, type ReadScope } from './reader.ts'
import type { SimulationFacts } from './simulation.ts'
import type { Times } from './times.ts'

/** How long a tenant's API may take to answer before it counts as unreachable. */
const ANSWER_WITHIN_MS = 5_000

/** Explains objects of one cluster, and of those of tenants that it leads to, as often as asked. */
export interface ExplainSession {
  /** Explains an object as it is now. Tells everything that was looked at. */
  explain(question: Question, onRead?: (scope: ReadScope) => void): Promise<Explanation>
  close(): void
}

/** An object with all that belongs to it, and the simulation that it is in. */
export interface Explanation {
  readonly tree: Explained
  /** When it was made, in real time. */
  readonly at: number
  readonly simulation?: SimulationFacts | undefined
}

/** What a session works with. */
export interface SessionOptions {
  readonly client: Client
  /** Opens the cluster of a kubeconfig; over the network unless given. */
  readonly connect?: (kubeconfig: string) => Promise<Client>
  /** Asks the simulation that the cluster is in; there is none unless given. */
  readonly simulation?: () => Promise<SimulationFacts | undefined>
  /** Real time unless given. */
  readonly clock?: Pick<Clock, 'now'>
}

/** A session that keeps its connections until it is closed. */
export function createSession(options: SessionOptions): ExplainSession {
  const { client, connect = connectByNetwork, simulation: ask = noSimulation, clock = realClock } = options
  const opened = new Map<string, Promise<Client>>()
  const connectOnce = (kubeconfig: string): Promise<Client> => {
    const known = opened.get(kubeconfig) ?? connect(kubeconfig)
    opened.set(kubeconfig, known)
    // Whoever does not answer now may do so the next time.
    known.catch(() => opened.delete(kubeconfig))
    return known
  }
  return {
    explain: async (question, onRead = () => {}) => {
      const read = new Reader(client, { connect: connectOnce, onRead })
      const [object, simulation] = await Promise.all([findObject(read, question), ask()])
      const at = clock.now()
      return { tree: await explainObject(object, read, { now: at, simulation }), at, simulation }
    },
    close: () => {
      for (const tenant of opened.values()) tenant.then((each) => each.close()).catch(() => {})
      client.close()
    },
  }
}

/** What time it is a while after an explanation was made: simulated time goes on at its speed. */
export function timesOf({ at, simulation }: Explanation, now: number): Times {
  if (!simulation) return { now }
  const { speed, now: asked } = simulation.time
  const factor = typeof speed === 'number' ? speed : speed === 'real' ? 1 : 0
  return { now, simulated: Date.parse(asked) + (now - at) * factor }
}

const noSimulation = async () => undefined

async function connectByNetwork(kubeconfig: string): Promise<Client> {
  const client = createClient({ kubeconfig: await loadKubeconfig({ text: kubeconfig }), retry: NO_RETRY })
  try {
    await client.raw({ path: '/version', signal: AbortSignal.timeout(ANSWER_WITHIN_MS) })
    return client
  } catch (error) {
    client.close()
    throw error
  }
}
