import type { Taint } from '@skep/api'
import { type Clock, cryptoRandom, type Logger, type Random, realClock, silentLogger } from '@skep/base'
import type { Client } from '@skep/client'
import { createEventRecorder } from '@skep/controller'
import { DEFAULT_DELAYS, type PodDelays } from './delays.ts'
import { eachLimited } from './nodes/each-limited.ts'
import type { NodeShape, NodeSystem } from './nodes/node-object.ts'
import { NodeSet } from './nodes/node-set.ts'
import { registerNode } from './nodes/registration.ts'
import { KUBELET_EVENT_RATE, wakeNode } from './nodes/simulated-node.ts'

/** How many nodes there are, what they look like, and how fast they are. */
export interface SimulatedNodesOptions {
  /** Of the cluster that the nodes join. */
  readonly client: Client
  /** How long pods take; real time unless given. Heartbeats keep to real time where this clock leaps. */
  readonly clock?: Clock
  /** What decides how long things take; unpredictable unless given. */
  readonly random?: Random
  /** Where failures that are followed by another try go; nowhere unless given. */
  readonly log?: Logger
  /** How many nodes to start with; none unless given. */
  readonly count?: number
  /** Names are `PREFIX-NUMBER`; `node` unless given. */
  readonly namePrefix?: string
  /** Number of the first node; 1 unless given. Two sets on one cluster must not use the same numbers. */
  readonly firstNumber?: number
  readonly labels?: Readonly<Record<string, string>>
  readonly taints?: readonly Taint[]
  /** Resources that differ from those of a machine with four processors and 16 GiB, such as `{ cpu: '64', pods: '10000' }`. */
  readonly resources?: Readonly<Record<string, string>>
  /** What runs on them, where that differs from other simulated nodes. */
  readonly system?: Partial<NodeSystem>
  /** How long the steps of a pod's life take; what is not given is as in `DEFAULT_DELAYS`. */
  readonly delays?: Partial<PodDelays>
}

/** Nodes of one cluster whose kubelets are simulated: they register, say that they are alive, and run pods. */
export interface SimulatedNodes {
  /** Names of the nodes that are alive. */
  readonly names: string[]
  /** Registers the nodes and begins to run pods. Resolves when all nodes have said that they are ready. */
  start(signal?: AbortSignal): Promise<void>
  /** Lets one more node join; start() must have been called. */
  add(node: NodeShape): Promise<void>
  /** Switches a node off, as if its power were gone: nothing is heard of it any more. False when it was not on. */
  remove(name: string): boolean
  /** Switches all nodes off, and resolves when nothing is under way any more. */
  stop(): Promise<void>
}

/** Registrations under way at the same time. */
const CONCURRENCY = 16

/** Simulated nodes for a cluster. All of them share one watch of pods, one queue and one timer for heartbeats. */
export function createSimulatedNodes(options: SimulatedNodesOptions): SimulatedNodes {
  return new ClusterNodes(options)
}

class ClusterNodes implements SimulatedNodes {
  readonly #options: SimulatedNodesOptions
  readonly #clock: Clock
  readonly #random: Random
  readonly #log: Logger
  readonly #seed: string
  readonly #nodes: NodeSet

  constructor(options: SimulatedNodesOptions) {
    const { client, clock = realClock, random = cryptoRandom, log = silentLogger } = options
    this.#options = options
    this.#clock = clock.outside ?? clock
    this.#random = random
    this.#log = log
    this.#seed = String(random.uint32())
    const delays = { ...DEFAULT_DELAYS, ...options.delays }
    this.#nodes = new NodeSet({ client, clock, random, log, delays, seed: this.#seed })
  }

  get names(): string[] {
    return this.#nodes.names
  }

  async start(signal?: AbortSignal): Promise<void> {
    const stop = () => void this.#nodes.stop(signal?.reason)
    this.#nodes.start()
    signal?.addEventListener('abort', stop, { once: true })
    if (signal?.aborted) stop()
    try {
      await this.#nodes.waitForSync()
      await eachLimited(this.#shapes(), CONCURRENCY, (shape) => this.add(shape))
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  async add(shape: NodeShape): Promise<void> {
    const { client } = this.#options
    const clock = this.#clock
    const object = await registerNode({ client, clock }, shape, this.#seed, this.#nodes.signal)
    const recorder = createEventRecorder({
      client,
      clock,
      random: this.#random,
      log: this.#log,
      component: 'kubelet',
      host: shape.name,
      rate: KUBELET_EVENT_RATE,
    })
    this.#nodes.add(wakeNode({ object, client, recorder }))
  }

  remove(name: string): boolean {
    return this.#nodes.remove(name)
  }

  stop(): Promise<void> {
    return this.#nodes.stop()
  }

  *#shapes(): Generator<NodeShape> {
    const { count = 0, namePrefix = 'node', firstNumber = 1, labels, taints, resources, system } = this.#options
    for (let number = firstNumber; number < firstNumber + count; number++) {
      yield { name: `${namePrefix}-${number}`, number, labels, taints, resources, system }
    }
  }
}
