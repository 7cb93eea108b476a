import { type Backoff, type Clock, createBackoff, hasReason, type Logger, type Random, WorkQueue } from '@skep/base'
import { type ClientKind, type ObjectRef, retryAfterMs } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import type { ControllerMetrics } from './controller-metrics.ts'
import type { EventRecorder } from './events.ts'
import { FailureLog } from './failure-log.ts'
import { type Ctx, type Reconciler, Terminal } from './reconcile.ts'
import type { Sightings } from './sightings.ts'
import { controllerKey, decodeKey, encodeKey, ownKey, type Source, type SourceOptions, watchOf } from './sources.ts'

/** One controller: what it watches, and what it does about it. */
export interface ControllerDefinition<T extends KubeObject = KubeObject> extends SourceOptions<T> {
  readonly name: string
  /** What it reconciles: every change of such an object brings its name to the reconciler. */
  readonly kind: ClientKind<T>
  readonly reconcile: Reconciler
  /** Kinds it makes: a change of one brings the object to work that controls it. */
  readonly owns?: readonly ClientKind[]
  /** Whatever else concerns it; see `watchOf`. */
  readonly watches?: readonly Source[]
  /** How many objects are worked on at the same time, never the same one twice; 1 unless given. */
  readonly workers?: number
  /** Delays after failures of an object in a row; 5 milliseconds to about 17 minutes, as in client-go, unless given. */
  readonly backoff?: Backoff
}

/** What a controller gets from its manager. */
export interface ControllerServices {
  readonly clock: Clock
  readonly sightings: Sightings
  readonly random: Random
  readonly log: Logger
  readonly events: EventRecorder
  readonly metrics: ControllerMetrics
}

/** What of a definition does not depend on the type of its objects. */
type Work = Pick<ControllerDefinition, 'name' | 'reconcile' | 'workers' | 'backoff'>

const MAX_BACKOFF_MS = 1_000_000
/** A watch does not lag behind for much longer. */
const MAX_CONFLICT_BACKOFF_MS = 1_000

/** A controller as the manager runs it. */
export const createController = <T extends KubeObject>(
  definition: ControllerDefinition<T>,
  services: ControllerServices,
): Controller => new Controller(definition, sourcesOf(definition), services)

/** A controller with its queue. */
export class Controller {
  readonly name: string
  readonly workers: number
  readonly sources: readonly Source[]
  readonly #definition: Work
  readonly #services: ControllerServices
  readonly #queue: WorkQueue
  readonly #conflictBackoff: Backoff
  /** How often in a row somebody else was faster, by key. */
  readonly #conflicts = new Map<string, number>()
  readonly #failures = new FailureLog()
  #active = 0

  constructor(definition: Work, sources: readonly Source[], services: ControllerServices) {
    const { clock, random } = services
    this.name = definition.name
    this.workers = definition.workers ?? 1
    this.#definition = definition
    this.#services = services
    this.sources = sources
    this.#queue = new WorkQueue({
      clock,
      backoff: definition.backoff ?? createBackoff({ maxMs: MAX_BACKOFF_MS, random }),
    })
    this.#conflictBackoff = createBackoff({ maxMs: MAX_CONFLICT_BACKOFF_MS, random })
  }

  /** Keys that wait. */
  get depth(): number {
    return this.#queue.depth
  }

  /** Runs that there are now. */
  get active(): number {
    return this.#active
  }

  /** Brings an object to work; for what happens outside any watched kind. */
  readonly enqueue = (key: ObjectRef): void => {
    this.#services.metrics.queued(this.name)
    this.#queue.add(encodeKey(key))
  }

  /** Works until `signal` aborts and what is in process is done; `urgent` tells that to hurry. */
  async run(signal: AbortSignal, urgent: AbortSignal): Promise<void> {
    const { workers } = this
    await this.#queue.run({ workers, signal, process: (key) => this.#process(key, urgent), onError: this.#onError })
  }

  async #process(encoded: string, signal: AbortSignal): Promise<void> {
    const { clock, metrics } = this.#services
    // Work takes real time, also where the objects live in simulated time.
    const timer = clock.outside ?? clock
    const start = timer.now()
    this.#active++
    try {
      await this.#reconcile(encoded, signal)
    } finally {
      this.#active--
      metrics.seconds.observe([this.name], (timer.now() - start) / 1_000)
    }
  }

  async #reconcile(encoded: string, signal: AbortSignal): Promise<void> {
    const { metrics } = this.#services
    try {
      const context = this.#contextOf(encoded, signal)
      const { requeueAfterMs, isRoutine } = await this.#definition.reconcile(context, decodeKey(encoded))
      this.#conflicts.delete(encoded)
      this.#failures.succeeded(encoded)
      metrics.runs.add([this.name, requeueAfterMs === undefined ? 'success' : 'requeue_after'])
      if (requeueAfterMs !== undefined) this.#queue.addAfter(encoded, requeueAfterMs, { isRoutine: isRoutine ?? false })
    } catch (error) {
      metrics.runs.add([this.name, 'error'])
      metrics.errors.add([this.name])
      if (!(error instanceof Terminal)) return this.#retry(encoded, error)
      metrics.terminalErrors.add([this.name])
      this.#logOf(encoded).info('Giving up until the object changes', { reason: error.message })
    }
  }

  /**
   * The server may say when to come back. Whoever was too late comes back soon, however often that happens: what others
   * did is known as soon as a watch has brought it. Otherwise the queue's backoff decides.
   */
  #retry(encoded: string, error: unknown): void {
    const isLate = hasReason(error, 'Conflict')
    const conflicts = this.#conflicts.get(encoded) ?? 0
    if (isLate) this.#conflicts.set(encoded, conflicts + 1)
    else this.#conflicts.delete(encoded)
    const delay = retryAfterMs(error) ?? (isLate ? this.#conflictBackoff.delay(conflicts) : undefined)
    if (delay === undefined) throw error
    this.#services.metrics.retried(this.name)
    if (isLate) this.#logOf(encoded).debug('Reconciling again', { reason: error })
    else this.#logOf(encoded).info('Coming back when the server asks to', { reason: error })
    this.#queue.addAfter(encoded, delay)
  }

  readonly #onError = (error: unknown, encoded: string): void => {
    this.#services.metrics.retried(this.name)
    this.#failures.failed(this.#logOf(encoded), encoded, error, this.#queue.failures(encoded) + 1)
  }

  #contextOf(encoded: string, signal: AbortSignal): Ctx {
    const { clock, sightings, random, events } = this.#services
    return { clock, sightings, random, events, signal, log: this.#logOf(encoded) }
  }

  #logOf(encoded: string): Logger {
    return this.#services.log.with({ controller: this.name, object: encoded })
  }
}

function sourcesOf<T extends KubeObject>(definition: ControllerDefinition<T>): Source[] {
  const { kind, client, namespace, labelSelector, fieldSelector, when, owns = [], watches = [] } = definition
  return [
    watchOf(kind, ownKey, { client, namespace, labelSelector, fieldSelector, when }),
    ...owns.map((owned) => watchOf(owned, controllerKey(kind), { client, namespace })),
    ...watches,
  ]
}
