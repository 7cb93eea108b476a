import { type Backoff, type Clock, createBackoff, cryptoRandom, type Random, realClock } from '@skep/base'
import { type KubeObject, leanObject } from '@skep/schema'
import type { Client, SelectOptions } from './client.ts'
import { ConnectionError, isHopeless, isVersionGone, retryAfterMs } from './errors.ts'
import type { ClientKind, Stored } from './kind.ts'
import { KnownObjects, type ObjectChange } from './known-objects.ts'
import { linkAbort } from './linked-abort.ts'
import type { WatchEvent } from './watch.ts'

/** What a list and watch is doing: fetching the list, following changes, or waiting after a failure. */
export type ListWatchState = 'listing' | 'watching' | 'waiting'

/** Which objects to follow, and how to come back after a failure. */
export interface ListWatchOptions extends Omit<SelectOptions, 'signal'> {
  /** Ends it. */
  readonly signal: AbortSignal
  /** Real time unless given. */
  readonly clock?: Clock
  /** Spreads the ends of watches, so that not all clients come back at once; unpredictable unless given. */
  readonly random?: Random
  /** Delays after failures in a row; 0.1 to 30 seconds unless given. */
  readonly backoff?: Backoff
  /** Told of every failure that is followed by another try. */
  readonly onError?: (error: unknown) => void
  readonly onState?: (state: ListWatchState) => void
  /** Whether objects keep what they say of who wrote which field; they do not unless told so. */
  readonly managedFields?: boolean
}

/** A change, or the news that everything the list had has been told. */
export type ListWatchEvent<T extends KubeObject = KubeObject> =
  | ObjectChange<T>
  | { readonly type: 'synced'; readonly resourceVersion: string }

/** The server ends a watch after this, or up to twice as long, so that a dead one does not go unnoticed for ever. */
const WATCH_SECONDS = 300
/** A watch that the server does not end in time is given up this much later. */
const GRACE_MS = 10_000
/** A watch that ends sooner than this without an event counts as a failure, so that nobody asks in a tight loop. */
const SHORT_WATCH_MS = 1_000

/**
 * Follows all objects of a kind: first those that are there, each as `added`, then `synced`, then every change, none
 * missing and none twice. A watch that ends is resumed where it was; a version that is gone means a new list, of which
 * only the differences are told. Ends when the signal aborts; throws only what trying again cannot help.
 */
export async function* listWatch<T extends KubeObject>(
  client: Client,
  kind: ClientKind<T>,
  options: ListWatchOptions,
  known: KnownObjects<T> = new KnownObjects(),
): AsyncGenerator<ListWatchEvent<T>> {
  const run = new ListWatchRun(client, kind, options, known)
  while (!options.signal.aborted) {
    try {
      if (run.needsList) for (const event of await run.list()) yield event
      const watch = run.open()
      try {
        // In one loop, without a generator for each step: most of them wait here most of the time, and there are thousands.
        for await (const event of watch.events) for (const change of run.take(event)) yield change
      } finally {
        watch.close()
      }
      run.ended(watch)
    } catch (error) {
      if (options.signal.aborted) return
      await run.recover(error)
    }
  }
}

/** A watch that is open. */
interface OpenWatch<T extends KubeObject> {
  readonly events: AsyncIterable<WatchEvent<T>>
  /** Milliseconds since the Unix epoch. */
  readonly since: number
  close(): void
}

class ListWatchRun<T extends KubeObject> {
  readonly #client: Client
  readonly #kind: ClientKind<T>
  readonly #options: ListWatchOptions
  readonly #known: KnownObjects<T>
  readonly #clock: Clock
  readonly #random: Random
  readonly #backoff: Backoff
  #failures = 0
  /** Whether anything has come of the watch that is open. */
  #seen = false
  /** Everything up to here has been told. */
  #resourceVersion: string | undefined

  constructor(client: Client, kind: ClientKind<T>, options: ListWatchOptions, known: KnownObjects<T>) {
    this.#client = client
    this.#kind = kind
    this.#options = options
    this.#known = known
    this.#clock = options.clock ?? realClock
    this.#random = options.random ?? cryptoRandom
    this.#backoff = options.backoff ?? createBackoff({ baseMs: 100, maxMs: 30_000, jitter: 0.5, random: this.#random })
  }

  /** Whether it is not known where to go on. */
  get needsList(): boolean {
    return this.#resourceVersion === undefined
  }

  /** What a list says that was not known, and then that this was all. */
  async list(): Promise<Iterable<ListWatchEvent<T>>> {
    this.#options.onState?.('listing')
    const { items, resourceVersion } = await this.#client.list(this.#kind, this.#options)
    return this.#listed(this.#options.managedFields ? items : items.map(leanObject), resourceVersion)
  }

  *#listed(items: readonly Stored<T>[], resourceVersion: string): Generator<ListWatchEvent<T>> {
    yield* this.#known.replace(items)
    this.#resourceVersion = resourceVersion
    yield { type: 'synced', resourceVersion }
  }

  /** What an event says that was not known. When that has been told, it is gone on after it. */
  *take(event: WatchEvent<T>): Generator<ObjectChange<T>> {
    this.#seen = true
    this.#failures = 0
    yield* this.#known.take(event)
    this.#resourceVersion = event.object.metadata.resourceVersion
  }

  /** To be called when a watch has ended in order. */
  ended({ since }: OpenWatch<T>): void {
    if (!this.#seen && this.#clock.now() - since < SHORT_WATCH_MS) {
      throw new ConnectionError('the server ended a watch as soon as it had begun', { sent: true })
    }
  }

  /** Waits before the next try. The first list after a lost version need not wait: it asks for something else. */
  async recover(error: unknown): Promise<void> {
    const { onError, onState, signal } = this.#options
    if (isHopeless(error)) throw error
    onError?.(error)
    const again = this.#failures++
    if (isVersionGone(error)) {
      this.#resourceVersion = undefined
      if (again === 0) return
    }
    onState?.('waiting')
    const ended = () => undefined
    await this.#clock.sleep(retryAfterMs(error) ?? this.#backoff.delay(again), signal).catch(ended)
  }

  open(): OpenWatch<T> {
    const timeoutSeconds = Math.round(WATCH_SECONDS * (1 + this.#random.next()))
    const { controller, unlink } = linkAbort(this.#options.signal)
    // Made only then: an error keeps everything alive that was on the stack.
    const overdue = () => new ConnectionError('the server did not end a watch in time', { sent: true })
    const timer = this.#clock.setTimer(timeoutSeconds * 1_000 + GRACE_MS, () => controller.abort(overdue()))
    this.#seen = false
    this.#options.onState?.('watching')
    const events = this.#client.watch(this.#kind, {
      ...this.#options,
      resourceVersion: this.#resourceVersion,
      timeoutSeconds,
      bookmarks: true,
      withoutManagedFields: !this.#options.managedFields,
      signal: controller.signal,
    })
    const close = () => {
      timer.cancel()
      unlink()
    }
    return { events, since: this.#clock.now(), close }
  }
}
