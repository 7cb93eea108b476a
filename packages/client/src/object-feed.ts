import { type Clock, type Random, realClock } from '@skep/base'
import { deepFreeze, type KubeObject } from '@skep/schema'
import type { Client, SelectOptions } from './client.ts'
import type { ClientKind } from './kind.ts'
import type { KnownObjects, ObjectChange } from './known-objects.ts'
import { type ListWatchState, listWatch } from './list-watch.ts'
import { selectorText } from './paths.ts'

/** Which objects of a kind. */
export type Selection = Omit<SelectOptions, 'signal'>

/** Which objects a feed is of, and how it follows them. */
export interface FeedOptions extends Selection {
  readonly managedFields?: boolean
  readonly clock?: Clock
  readonly random?: Random
}

/** Whoever is told what happens to the objects of a feed. */
export interface FeedFollower<T extends KubeObject> {
  /** Told of every change, one at a time and in order; the objects are frozen. */
  readonly onChange: (change: ObjectChange<T>) => void
  /** Everything that the first list had has been told. */
  readonly onSynced: () => void
  readonly onState: (state: ListWatchState) => void
  /** A failure that is followed by another try. */
  readonly onError: (error: unknown) => void
}

/**
 * One list and watch for all in a process who want the same objects of a client. Operators that run side by side look at
 * the same machines and secrets: what changes is sent, read and kept once for all of them.
 */
export class ObjectFeed<T extends KubeObject> {
  /** What there is. Followers read it together. */
  readonly known: KnownObjects<T>
  /** With what ends the following of each, when it fails itself. */
  readonly #followers = new Map<FeedFollower<T>, (error: unknown) => void>()
  readonly #ending = new AbortController()
  readonly #onEnd: () => void
  readonly #running: Promise<void>
  #state: ListWatchState = 'listing'
  #isSynced = false

  /** Begins with what is known already, and tells when it is over. */
  constructor(client: Client, kind: ClientKind<T>, options: FeedOptions, known: KnownObjects<T>, onEnd: () => void) {
    this.known = known
    this.#onEnd = onEnd
    this.#running = this.#run(client, kind, options)
    // Followers are told; without any, nobody wants to know.
    this.#running.catch(() => {})
  }

  /** Whether it goes on: it ends with its last follower, or when trying again does not help. */
  get isOpen(): boolean {
    return !this.#ending.signal.aborted
  }

  /**
   * Tells of every change from now on until the signal aborts. Rejects with what trying again cannot help, and with what
   * the follower itself throws when it is told: others go on.
   */
  async follow(follower: FeedFollower<T>, signal: AbortSignal): Promise<void> {
    let leave = () => {}
    const left = new Promise<void>((resolve, reject) => {
      leave = resolve
      this.#followers.set(follower, reject)
    })
    follower.onState(this.#state)
    if (this.#isSynced) follower.onSynced()
    if (signal.aborted) leave()
    signal.addEventListener('abort', leave, { once: true })
    try {
      await Promise.race([this.#running, left])
    } finally {
      signal.removeEventListener('abort', leave)
      this.#followers.delete(follower)
      if (this.#followers.size === 0) await this.#end()
    }
  }

  async #end(): Promise<void> {
    this.#ending.abort()
    await this.#running.catch(() => {})
  }

  async #run(client: Client, kind: ClientKind<T>, options: FeedOptions): Promise<void> {
    const { signal } = this.#ending
    const onState = (state: ListWatchState) => {
      this.#state = state
      for (const follower of this.#followers.keys()) follower.onState(state)
    }
    const onError = (error: unknown) => {
      for (const follower of this.#followers.keys()) follower.onError(error)
    }
    try {
      for await (const event of listWatch(client, kind, { ...options, signal, onState, onError }, this.known)) {
        if (event.type === 'synced') this.#onSynced()
        else this.#tell(event)
      }
    } finally {
      this.#ending.abort()
      this.#onEnd()
    }
  }

  #tell(change: ObjectChange<T>): void {
    deepFreeze(change.object)
    for (const [follower, fail] of this.#followers) {
      try {
        follower.onChange(change)
      } catch (error) {
        fail(error)
      }
    }
  }

  #onSynced(): void {
    if (this.#isSynced) return
    this.#isSynced = true
    for (const follower of this.#followers.keys()) follower.onSynced()
  }
}

/** Feeds by whose they are, by the time they live in, and by what they are of. */
const feeds = new WeakMap<Client, WeakMap<Clock, Map<string, ObjectFeed<KubeObject>>>>()

/** The feed of these objects; a new one begins with what its first follower knows. */
export function feedOf<T extends KubeObject>(
  client: Client,
  kind: ClientKind<T>,
  options: FeedOptions,
  known: KnownObjects<T>,
): ObjectFeed<T> {
  const byId = feedsOf(client, options.clock ?? realClock)
  const id = selectionId(kind, options) + (options.managedFields ? '+' : '')
  // The id names the kind, so what is found under it has been made for objects of type T.
  const found = byId.get(id) as unknown as ObjectFeed<T> | undefined
  if (found?.isOpen) return found
  const forget = () => byId.get(id) === (feed as unknown) && byId.delete(id)
  const feed: ObjectFeed<T> = new ObjectFeed(client, kind, options, known, forget)
  byId.set(id, feed as unknown as ObjectFeed<KubeObject>)
  return feed
}

function feedsOf(client: Client, clock: Clock): Map<string, ObjectFeed<KubeObject>> {
  const byClock = feeds.get(client) ?? new WeakMap<Clock, Map<string, ObjectFeed<KubeObject>>>()
  const byId = byClock.get(clock) ?? new Map<string, ObjectFeed<KubeObject>>()
  feeds.set(client, byClock)
  byClock.set(clock, byId)
  return byId
}

/** Names the selected objects of a kind. */
export const selectionId = (
  kind: ClientKind,
  { namespace = '', labelSelector, fieldSelector = '' }: Selection,
): string =>
  JSON.stringify([
    kind.group,
    kind.version,
    kind.plural,
    kind.metadataOnly ?? false,
    namespace,
    selectorText(labelSelector),
    fieldSelector,
  ])
