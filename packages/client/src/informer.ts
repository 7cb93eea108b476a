import { type Clock, type Logger, type Random, realClock, silentLogger } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import type { Client, SelectOptions } from './client.ts'
import { byNamespace, type IndexFunction, ObjectIndex } from './indexes.ts'
import type { ClientKind, ObjectRef, Stored } from './kind.ts'
import { KnownObjects, type ObjectChange, objectKey } from './known-objects.ts'
import type { ListWatchState } from './list-watch.ts'
import { type FeedFollower, feedOf } from './object-feed.ts'

/** Which objects an informer keeps, and how they are found. */
export interface InformerOptions<T extends KubeObject = KubeObject> extends Omit<SelectOptions, 'signal'> {
  /** Ways to find objects, by name; `namespace` is always there. */
  readonly indexes?: Readonly<Record<string, IndexFunction<T>>>
  /** Tells handlers of every object again this often, as an update from itself to itself; never unless given. */
  readonly resyncMs?: number
  /** Whether objects keep `metadata.managedFields`, which hardly anybody reads; they do not unless told so. */
  readonly managedFields?: boolean
  readonly clock?: Clock
  readonly random?: Random
  /** Where failures that are followed by another try go; nowhere unless given. */
  readonly log?: Logger
  /** Told of the same failures. */
  readonly onError?: (error: unknown) => void
}

/** Told of every change, one at a time and in order. What takes long belongs into a queue. */
export type ChangeHandler<T extends KubeObject> = (change: ObjectChange<T>) => void

/**
 * A copy of all objects of a kind that follows the server, shared by all who read it. Its objects are frozen: whoever
 * wants to change one clones it first. Informers of one client that select the same objects share one watch, too.
 */
export class Informer<T extends KubeObject = KubeObject> {
  readonly kind: ClientKind<T>
  readonly #client: Client
  readonly #options: InformerOptions<T>
  /** While it runs, those of all who follow the same objects. */
  #known = new KnownObjects<T>()
  readonly #indexes = new Map<string, ObjectIndex<T>>()
  readonly #handlers = new Set<ChangeHandler<T>>()
  #onSynced: (() => void)[] = []
  #synced = false
  #state: ListWatchState | 'idle' = 'idle'

  constructor(client: Client, kind: ClientKind<T>, options: InformerOptions<T> = {}) {
    this.#client = client
    this.kind = kind
    this.#options = options
    for (const [name, valuesOf] of Object.entries(options.indexes ?? {})) this.addIndex(name, valuesOf)
  }

  /** Whether all objects of the first list are known. */
  get synced(): boolean {
    return this.#synced
  }

  get state(): ListWatchState | 'idle' {
    return this.#state
  }

  /** Whether its objects say who wrote which field. */
  get keepsManagedFields(): boolean {
    return this.#options.managedFields ?? false
  }

  get size(): number {
    return this.#known.size
  }

  get(ref: ObjectRef): Stored<T> | undefined {
    return this.#known.get(objectKey(ref))
  }

  /** All objects, or those of one namespace. */
  list(namespace?: string): Stored<T>[] {
    return namespace === undefined ? [...this.#known.values()] : this.find('namespace', namespace)
  }

  /** The objects that an index has under a value. Throws when there is no such index. */
  find(index: string, value: string): Stored<T>[] {
    // Made for those who ask: many an informer is of kinds without namespaces, or is never asked by them.
    if (index === 'namespace') this.addIndex(index, byNamespace)
    const found = this.#indexes.get(index)
    if (!found) throw new Error(`the informer of ${this.kind.plural} has no index ${JSON.stringify(index)}`)
    return found.find(value)
  }

  /** Adds a way to find objects; one of the same name stays. */
  addIndex(name: string, valuesOf: IndexFunction<T>): void {
    if (this.#indexes.has(name)) return
    const index = new ObjectIndex(valuesOf)
    for (const object of this.#known.values()) index.take({ type: 'added', object })
    this.#indexes.set(name, index)
  }

  /** Tells of every change from now on, and first of every object that is known, as `added`. Returns how to stop it. */
  onChange(handler: ChangeHandler<T>): () => void {
    for (const object of this.#known.values()) handler({ type: 'added', object })
    this.#handlers.add(handler)
    return () => this.#handlers.delete(handler)
  }

  /** Resolves when all objects of the first list are known and handlers have been told. */
  waitForSync(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#synced) return resolve()
      if (signal.aborted) return reject(signal.reason)
      const abort = () => reject(signal.reason)
      signal.addEventListener('abort', abort, { once: true })
      this.#onSynced.push(() => {
        signal.removeEventListener('abort', abort)
        resolve()
      })
    })
  }

  /** Follows the server until the signal aborts. Rejects with what trying again cannot help. */
  async run(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return
    const { clock = realClock, resyncMs } = this.#options
    const resync = resyncMs === undefined ? undefined : repeat(clock, resyncMs, () => this.#resync())
    const feed = feedOf(this.#client, this.kind, this.#options, this.#known)
    this.#catchUp(feed.known)
    try {
      await feed.follow(this.#follower(), signal)
    } finally {
      this.#state = 'idle'
      resync?.cancel()
      // Others may go on.
      if (feed.isOpen) this.#known = this.#known.copy()
    }
  }

  #follower(): FeedFollower<T> {
    const { log = silentLogger, onError } = this.#options
    return {
      onChange: (change) => this.#take(change),
      onSynced: () => this.#onListed(),
      onState: (state) => {
        this.#state = state
      },
      onError: (error) => {
        log.info('Following objects again', {
          kind: this.kind.kind,
          reason: error instanceof Error ? error.message : error,
        })
        onError?.(error)
      },
    }
  }

  /** Tells what others know already. */
  #catchUp(known: KnownObjects<T>): void {
    if (known === this.#known) return
    for (const change of this.#known.replace([...known.values()])) this.#take(change)
    this.#known = known
  }

  #take(change: ObjectChange<T>): void {
    for (const index of this.#indexes.values()) index.take(change)
    this.#tell(change)
  }

  #tell(change: ObjectChange<T>): void {
    for (const handler of this.#handlers) handler(change)
  }

  #onListed(): void {
    this.#synced = true
    for (const resolve of this.#onSynced.splice(0)) resolve()
  }

  #resync(): void {
    for (const object of this.#known.values()) this.#tell({ type: 'updated', object, previous: object })
  }
}

/** Calls a function again and again. */
function repeat(clock: Clock, ms: number, fn: () => void): { cancel(): void } {
  const tick = () => {
    fn()
    timer = clock.setTimer(ms, tick)
  }
  let timer = clock.setTimer(ms, tick)
  return { cancel: () => timer.cancel() }
}
