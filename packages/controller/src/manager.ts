import { setMaxListeners } from 'node:events'
import { type Clock, cryptoRandom, type Logger, type Random, realClock, silentLogger } from '@skep/base'
import { type Client, Informers, linkAbort } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import { type Controller, type ControllerDefinition, createController } from './controller.ts'
import { ControllerMetrics } from './controller-metrics.ts'
import { createEventRecorder, type EventRecorder } from './events.ts'
import { LeadershipLost, type LeaseOptions, lead } from './lease.ts'
import type { Metrics } from './metrics.ts'
import { Sightings } from './sightings.ts'

/** What all controllers of a manager share. */
export interface ManagerDependencies {
  /** The cluster on which objects are watched unless a controller says otherwise, and where the lease is kept. */
  readonly client: Client
  /** Real time unless given. */
  readonly clock?: Clock
  /** Where jitter and names come from; unpredictable unless given. */
  readonly random?: Random
  readonly log?: Logger
  /** Where controllers are counted; shared by the managers of a process that shows them together. One of its own unless given. */
  readonly metrics?: ControllerMetrics | undefined
}

/** How a manager runs its controllers. */
export interface ManagerOptions {
  /** Reported as the source of events; `skep` unless given. */
  readonly name?: string
  /** Work only while holding this lease. Without one, there must be no second process. */
  readonly lease?: LeaseOptions
  /** How long work may go on after a stop before it is told to end; 30 seconds unless given. */
  readonly gracePeriodMs?: number
}

/** Whether one part is well. */
export interface HealthCheck {
  readonly name: string
  readonly ok: boolean
  readonly message: string
}

const GRACE_PERIOD_MS = 30_000

/** A manager of controllers; see the class. */
export const createManager = (dependencies: ManagerDependencies, options: ManagerOptions = {}): Manager =>
  new Manager(dependencies, options)

/** Runs controllers: shares what they watch, starts them together, and stops them in order. */
export class Manager {
  readonly events: EventRecorder
  readonly #dependencies: Required<Omit<ManagerDependencies, 'metrics'>>
  readonly #options: ManagerOptions
  readonly #informers = new Map<Client, Informers>()
  readonly #controllers: Controller[] = []
  readonly #figures: ControllerMetrics
  readonly #sightings: Sightings
  #started = false

  constructor(dependencies: ManagerDependencies, options: ManagerOptions) {
    const { client, clock = realClock, random = cryptoRandom, log = silentLogger } = dependencies
    const { metrics = new ControllerMetrics() } = dependencies
    this.#dependencies = { client, clock, random, log }
    this.#options = options
    this.#sightings = new Sightings(clock)
    this.events = createEventRecorder({ client, clock, random, log, component: options.name ?? 'skep' })
    this.#figures = metrics
  }

  /** Whatever is counted where its controllers are. */
  get metrics(): Metrics {
    return this.#figures.registry
  }

  /** Adds a controller, before the start. Returns how to bring an object to its work by hand. */
  add<T extends KubeObject>(definition: ControllerDefinition<T>): Pick<Controller, 'enqueue'> {
    if (this.#started) throw new Error(`the manager has started: ${definition.name} comes too late`)
    const services = { events: this.events, metrics: this.#figures, sightings: this.#sightings }
    const controller = createController(definition, { ...this.#dependencies, ...services })
    for (const { client, kind, select, handler } of controller.sources) {
      this.informersOf(client).of(kind, select).onChange(handler(controller.enqueue))
    }
    this.#controllers.push(controller)
    this.#figures.add(controller)
    return controller
  }

  /** The copies of a cluster's objects that the controllers share; of the manager's own cluster unless given. */
  informersOf(client: Client = this.#dependencies.client): Informers {
    const present = this.#informers.get(client)
    if (present) return present
    // A server must not seem silent because simulated time leaps.
    const informers = new Informers(client, { ...this.#dependencies, clock: this.#outsideClock })
    this.#informers.set(client, informers)
    return informers
  }

  /** What is to be well before this is ready: everything that is watched. */
  health(): HealthCheck[] {
    return [...this.#informers.values()].flatMap((informers) =>
      [...informers].map(({ kind, synced, state }) => ({
        name: `informer/${kind.plural}${kind.group === '' ? '' : `.${kind.group}`}`,
        ok: synced && state !== 'idle',
        message: synced ? state : `${state}, not synced yet`,
      })),
    )
  }

  /**
   * Runs until the signal aborts and everything in process is done. Rejects when it cannot go on: with `LeadershipLost`,
   * or with what trying a watch again cannot help.
   */
  async start(signal: AbortSignal): Promise<void> {
    this.#started = true
    const stopping = linkAbort(signal)
    const watching = new AbortController()
    for (const { signal: own } of [stopping.controller, watching]) setMaxListeners(0, own)
    const unobserve = this.#observeClients()
    const informing = this.#inform(watching.signal).catch((error: unknown) => {
      stopping.controller.abort(error)
      throw error
    })
    try {
      await this.#whileLeading(stopping.controller.signal)
    } finally {
      stopping.unlink()
      watching.abort()
      unobserve()
      await this.events.flush()
      await informing
    }
  }

  /** Time of what is real where the objects are simulated: connections, leases, the patience of people. */
  get #outsideClock(): Clock {
    const { clock } = this.#dependencies
    return clock.outside ?? clock
  }

  async #inform(signal: AbortSignal): Promise<void> {
    await Promise.all([...this.#informers.values()].map((informers) => informers.run(signal)))
  }

  async #whileLeading(signal: AbortSignal): Promise<void> {
    const { lease } = this.#options
    if (!lease) return this.#work(signal)
    const leading = this.#figures.leading
    leading.set([lease.name], 0)
    await lead({ ...this.#dependencies, clock: this.#outsideClock }, lease, signal, async (whileHeld) => {
      leading.set([lease.name], 1)
      await this.#work(whileHeld).finally(() => leading.set([lease.name], 0))
    })
  }

  /** Works off the queues until the signal aborts; who then takes too long, or works without the lease, is told to end. */
  async #work(signal: AbortSignal): Promise<void> {
    if (!(await this.#synced(signal))) return
    const { log } = this.#dependencies
    const { gracePeriodMs = GRACE_PERIOD_MS } = this.#options
    const urgent = new AbortController()
    // Every request of every worker listens to it.
    setMaxListeners(0, urgent.signal)
    const end = () => urgent.abort(signal.reason)
    const onStop = () => {
      if (!(signal.reason instanceof LeadershipLost)) {
        // Whoever asked for it needs no line about it.
        grace = this.#outsideClock.setTimer(gracePeriodMs, end)
        return
      }
      log.info('Stopping controllers', { reason: signal.reason.message })
      end()
    }
    let grace: { cancel(): void } | undefined
    signal.addEventListener('abort', onStop, { once: true })
    await Promise.all(this.#controllers.map((controller) => controller.run(signal, urgent.signal)))
    grace?.cancel()
  }

  /** False when the signal aborted first. */
  async #synced(signal: AbortSignal): Promise<boolean> {
    try {
      await Promise.all([...this.#informers.values()].map((informers) => informers.waitForSync(signal)))
      return !signal.aborted
    } catch {
      return false
    }
  }

  #observeClients(): () => void {
    const stops = [...this.#informers.keys()].map((client) => this.#figures.observe(client))
    return () => {
      for (const stop of stops) stop()
    }
  }
}
