import { setMaxListeners } from 'node:events'
import type { Taint } from '@skep/api'
import { type Clock, cryptoRandom, type Logger, type Random, realClock, silentLogger } from '@skep/base'
import { type Client, linkAbort } from '@skep/client'
import { createEventRecorder } from '@skep/controller'
import { DEFAULT_DELAYS, type PodDelays } from './delays.ts'
import { eachLimited } from './nodes/each-limited.ts'
import { startHeartbeats } from './nodes/heartbeats.ts'
import type { NodeShape } from './nodes/node-object.ts'
import { registerNode } from './nodes/registration.ts'
import { type SimulatedNode, wakeNode } from './nodes/simulated-node.ts'
import { PodRunner } from './pods/pod-runner.ts'

/** How many nodes there are, what they look like, and how fast they are. */
export interface SimulatedNodesOptions {
  /** Of the cluster that the nodes join. */
  readonly client: Client
  /** Real time unless given. */
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
  /** Resources that differ from those of a machine with four processors and 16 GiB, such as `{ cpu: '64' }`. */
  readonly resources?: Readonly<Record<string, string>>
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
  return new NodeSet(options)
}

class NodeSet implements SimulatedNodes {
  readonly #options: SimulatedNodesOptions
  readonly #clock: Clock
  readonly #random: Random
  readonly #log: Logger
  readonly #seed: string
  readonly #nodes = new Map<string, SimulatedNode>()
  readonly #runner: PodRunner
  readonly #abort = new AbortController()
  #running: Promise<unknown> | undefined

  constructor(options: SimulatedNodesOptions) {
    const { client, clock = realClock, random = cryptoRandom, log = silentLogger } = options
    this.#options = options
    this.#clock = clock
    this.#random = random
    this.#log = log
    this.#seed = String(random.uint32())
    const delays = { ...DEFAULT_DELAYS, ...options.delays }
    const nodeOf = (name: string) => this.#nodes.get(name)
    this.#runner = new PodRunner({ client, clock, random, log, delays, seed: this.#seed, nodeOf })
    setMaxListeners(0, this.#abort.signal)
  }

  get names(): string[] {
    return [...this.#nodes.keys()]
  }

  async start(signal?: AbortSignal): Promise<void> {
    if (this.#running) throw new Error('these nodes have been started before')
    const { controller, unlink } = linkAbort(signal)
    const stop = () => this.#abort.abort(controller.signal.reason)
    controller.signal.addEventListener('abort', stop, { once: true })
    this.#run()
    try {
      await this.#runner.waitForSync(this.#abort.signal)
      await eachLimited(this.#shapes(), CONCURRENCY, (shape) => this.add(shape))
    } finally {
      unlink()
    }
  }

  async add(shape: NodeShape): Promise<void> {
    const { signal } = this.#abort
    const { client } = this.#options
    const object = await registerNode({ client, clock: this.#clock }, shape, this.#seed, signal)
    const recorder = createEventRecorder({
      client,
      clock: this.#clock,
      random: this.#random,
      log: this.#log,
      component: 'kubelet',
      host: shape.name,
    })
    this.#nodes.set(shape.name, wakeNode(shape, object, recorder))
    this.#runner.wake(shape.name)
  }

  remove(name: string): boolean {
    this.#runner.forget(name)
    return this.#nodes.delete(name)
  }

  async stop(): Promise<void> {
    this.#abort.abort(new Error('the simulated nodes were stopped'))
    await this.#running
  }

  #run(): void {
    const { signal } = this.#abort
    const { client } = this.#options
    const log = this.#log
    const heartbeats = startHeartbeats(
      { client, clock: this.#clock },
      {
        log,
        signal,
        nodes: () => [...this.#nodes.values()].map(({ object }) => object),
        onGone: (name) => this.remove(name),
      },
    )
    this.#running = this.#runner
      .run(signal)
      .catch((error: unknown) => {
        log.error('Running pods failed for good', { error })
        this.#abort.abort(error)
      })
      .finally(() => heartbeats.stop())
  }

  *#shapes(): Generator<NodeShape> {
    const { count = 0, namePrefix = 'node', firstNumber = 1, labels, taints, resources } = this.#options
    for (let number = firstNumber; number < firstNumber + count; number++) {
      yield { name: `${namePrefix}-${number}`, number, labels, taints, resources }
    }
  }
}
