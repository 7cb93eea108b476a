import { setMaxListeners } from 'node:events'
import { createBackoff, hasReason, WorkQueue } from '@skep/base'
import type { Entry, Store, StoreEvent } from '@skep/store'
import { CLUSTERS_BUCKET, parseBucketName } from '../clusters/bucket-names.ts'
import type { ClusterView, GroupResource, Identity } from '../contracts.ts'
import { type ControllerContext, type ControllerDefinition, type ObjectKey, serviceAccount } from './controller.ts'
import { EntryEvent, type ObjectEvent } from './object-event.ts'

/** Keeps up with one resource on behalf of several controllers: told of a change before any of them. */
export interface Observer {
  readonly resource: GroupResource
  observe(event: ObjectEvent): void
  /** Forgets what it knows of a cluster that was removed. */
  clusterGone(clusterId: string): void
}

/** What the runtime needs to know of the clusters it serves. */
export interface RuntimeServices extends ControllerContext {
  readonly store: Store
  /** Ids of all clusters, the root one included. */
  clusterIds(): Iterable<string>
  /** Objects that a cluster has, as every other, without any record in the store, and that controllers must know of. */
  sharedObjects(clusterId: string): Iterable<{ at: GroupResource; entry: Entry }>
  /** The event without the marks that records of shared objects carry; see `OverlaidBucket`. */
  visible(event: StoreEvent): StoreEvent
}

interface Running {
  readonly definition: ControllerDefinition
  readonly queue: WorkQueue
  /** The clusters as this controller works with them: under its own name. */
  readonly views: WeakMap<ClusterView, ClusterView>
}

/** Who wants to know of a resource. */
interface Audience {
  readonly observers: readonly Observer[]
  readonly controllers: readonly Running[]
}

/** Timers of the real clock cannot be set for longer than 24 days; looking once a day costs nothing. */
const LONGEST_WAIT_MS = 24 * 60 * 60 * 1_000

/** Separates the parts of a key; no id, namespace or name has it. */
const SEPARATOR = '|'
const encode = ({ clusterId, namespace, name }: ObjectKey): string => [clusterId, namespace, name].join(SEPARATOR)

function decode(key: string): ObjectKey {
  const [clusterId = '', namespace = '', name = ''] = key.split(SEPARATOR)
  return { clusterId, namespace, name }
}

/**
 * Runs the server's controllers on one subscription to the store, whatever the number of logical clusters. An idle
 * cluster costs nothing here: no timer, no watch, no queue of its own.
 */
export class ControllerRuntime {
  readonly #services: RuntimeServices
  readonly #running: Running[]
  readonly #observers: readonly Observer[]
  readonly #audiences = new Map<string, Audience | undefined>()
  readonly #abort = new AbortController()
  #finished: Promise<unknown> = Promise.resolve()
  #subscription: { close(): void } | undefined

  constructor(
    services: RuntimeServices,
    definitions: readonly ControllerDefinition[],
    observers: readonly Observer[] = [],
  ) {
    this.#services = services
    this.#observers = observers
    const { clock, random } = services
    const backoff = createBackoff({ random })
    // One listener per controller, and there are many.
    setMaxListeners(0, this.#abort.signal)
    this.#running = definitions.map((definition) => ({
      definition,
      queue: new WorkQueue({ clock, backoff }),
      views: new WeakMap(),
    }))
  }

  /** Shows every controller what is there, then every change, and begins to work. */
  start(): void {
    const { store } = this.#services
    this.#subscription = store.subscribe((events) => {
      for (const event of events) this.#onStoreEvent(event)
    })
    for (const id of this.#services.clusterIds()) this.#showShared(id)
    for (const bucket of store.buckets()) this.#showBucket(bucket)
    this.#finished = Promise.all(this.#running.map((running) => this.#work(running)))
  }

  /** Takes no more work and waits for what is in process. */
  async stop(): Promise<void> {
    this.#subscription?.close()
    this.#abort.abort()
    await this.#finished
    await this.#services.events.flush()
  }

  #work(running: Running): Promise<void> {
    const { log } = this.#services
    const { definition, queue } = running
    return queue.run({
      workers: definition.workers ?? 4,
      signal: this.#abort.signal,
      process: async (encoded) => {
        const key = decode(encoded)
        const cluster = this.#services.cluster(key.clusterId)
        const outcome = cluster && (await definition.reconcile(key, viewOf(running, cluster)))
        if (outcome?.requeueAfterMs !== undefined)
          queue.addAfter(encoded, Math.min(outcome.requeueAfterMs, LONGEST_WAIT_MS))
      },
      onError: (error, encoded) => {
        const facts = { controller: definition.name, ...decode(encoded), error }
        // Once is enough of what fails again and again; and that somebody else was faster happens all the time.
        if (queue.failures(encoded) > 0 || hasReason(error, 'Conflict')) log.debug('Reconcile failed', facts)
        else log.info('Reconcile failed, trying again until it does not', facts)
      },
    })
  }

  #onStoreEvent(event: StoreEvent): void {
    const { bucket, key } = event.entry
    if (bucket === CLUSTERS_BUCKET) {
      if (event.type === 'put') this.#showShared(key)
      else this.#forget(key)
      return
    }
    const content = parseBucketName(bucket)
    if (!content || !this.#audience(content)) return
    const { type, entry, previous } = this.#services.visible(event)
    this.#dispatch(new EntryEvent(content, type, entry, previous))
  }

  #showShared(clusterId: string): void {
    for (const { at, entry } of this.#services.sharedObjects(clusterId)) {
      this.#dispatch(new EntryEvent({ ...at, clusterId }, 'put', entry, undefined))
    }
  }

  #showBucket(bucket: string): void {
    const content = parseBucketName(bucket)
    if (!content || !this.#audience(content)) return
    for (const entry of this.#services.store.list(bucket).entries) {
      const shown = this.#services.visible({ type: 'put', revision: entry.revision, entry, previous: undefined })
      if (shown.type === 'put') this.#dispatch(new EntryEvent(content, 'put', shown.entry, undefined))
    }
  }

  #forget(clusterId: string): void {
    for (const observer of this.#observers) observer.clusterGone(clusterId)
    for (const { definition } of this.#running) definition.clusterGone?.(clusterId)
  }

  #dispatch(event: ObjectEvent): void {
    const audience = this.#audience(event)
    if (!audience) return
    for (const observer of audience.observers) observer.observe(event)
    for (const { definition, queue } of audience.controllers) {
      for (const key of definition.keysOf(event)) queue.add(encode(key))
    }
  }

  /** Who wants to know of a resource, found once per resource; undefined when nobody does. */
  #audience(at: GroupResource): Audience | undefined {
    const name = nameOf(at)
    if (this.#audiences.has(name)) return this.#audiences.get(name)
    const observers = this.#observers.filter(({ resource }) => nameOf(resource) === name)
    const controllers = this.#running.filter(
      ({ definition: { watches } }) => watches === '*' || watches.some((watched) => nameOf(watched) === name),
    )
    const audience = observers.length + controllers.length > 0 ? { observers, controllers } : undefined
    this.#audiences.set(name, audience)
    return audience
  }
}

const nameOf = ({ group, resource }: GroupResource): string => `${resource}.${group}`

function viewOf({ definition, views }: Running, cluster: ClusterView): ClusterView {
  const known = views.get(cluster)
  if (known) return known
  const view = actingAs(cluster, definition.identity ?? serviceAccount(`${definition.name}-controller`))
  views.set(cluster, view)
  return view
}

const actingAs = (cluster: ClusterView, identity: Identity): ClusterView => ({
  id: cluster.id,
  objects: cluster.objects.as(identity),
  resource: (at, version) => cluster.resource(at, version),
  resourceOfKind: (group, kind) => cluster.resourceOfKind(group, kind),
  resources: () => cluster.resources(),
})
