import { type Clock, type Logger, WorkQueue } from '@skep/base'
import type { Entry, Store, StoreEvent, Watch } from '@skep/store'
import { bucketName, CLUSTERS_BUCKET, parseBucketName } from '../clusters/bucket-names.ts'
import type { LogicalCluster } from '../clusters/logical-cluster.ts'
import type { GroupResource } from '../contracts.ts'
import { nameOf } from '../registry/collection.ts'
import { parseObject } from '../registry/object-bytes.ts'
import { isWhiteout, type Overlay } from '../registry/overlaid-bucket.ts'
import { ClusterDefinitions, type DefinitionServices, type SharedDefinitions } from './cluster-definitions.ts'
import { DEFINITIONS, type Definition, definedResource, isDefinition, isTerminating } from './definition.ts'
import { changeDefinition, terminateDefinition } from './terminate.ts'

export interface CustomResourcesOptions {
  readonly store: Store
  readonly clock: Clock
  readonly log: Logger
  readonly converterOf: DefinitionServices['converterOf']
}

/** How many definitions are worked on at the same time. */
const WORKERS = 16
const SEPARATOR = '|'
const DEFINITIONS_AT = `${DEFINITIONS.group}/${DEFINITIONS.resource}`

/**
 * Custom resources of all logical clusters. A definition is served from the moment it is stored; what its status says
 * about that, and what its deletion takes, is worked off afterwards. Clusters that nobody uses take no part.
 */
export class CustomResources {
  readonly #options: CustomResourcesOptions
  readonly #clusters = new Map<string, ClusterDefinitions>()
  /** By the definitions that clusters begin with. */
  readonly #shared = new WeakMap<Overlay, SharedDefinitions>()
  /** Buckets whose definitions are being deleted, with the keys to work on when they are empty. */
  readonly #terminating = new Map<string, string>()
  readonly #queue: WorkQueue
  readonly #abort = new AbortController()
  readonly #feed: Watch
  readonly #finished: Promise<void>

  constructor(options: CustomResourcesOptions) {
    this.#options = options
    this.#queue = new WorkQueue({ clock: options.clock })
    this.#feed = options.store.subscribe((events) => {
      for (const event of events) this.#onEvent(event)
    })
    this.#finished = this.#queue.run({
      workers: WORKERS,
      signal: this.#abort.signal,
      process: (key) => this.#work(key),
      onError: (error, key) => options.log.debug('Failed to settle a definition', { key, error }),
    })
  }

  /** Has a cluster serve what its definitions say, from now on. */
  attach(cluster: LogicalCluster): void {
    const definitions = new ClusterDefinitions(cluster, {
      now: () => this.#options.clock.now(),
      converterOf: this.#options.converterOf,
      onUnsettled: (clusterId, name) => this.#queue.add(`${clusterId}${SEPARATOR}${name}`),
    })
    this.#clusters.set(cluster.id, definitions)
    const shared = this.#sharedBy(cluster)
    const known = shared && this.#shared.get(shared)
    if (known) definitions.adopt(known)
    else this.#load(definitions, shared)
  }

  #load(definitions: ClusterDefinitions, shared: Overlay | undefined): void {
    const { cluster } = definitions
    const stored = cluster.collection(DEFINITIONS).bucket.list().entries.map(parseDefinition)
    for (const definition of stored) this.#noteTermination(cluster.id, definition)
    definitions.load(stored)
    const toShare = shared && definitions.share(stored)
    if (toShare) this.#shared.set(shared, toShare)
  }

  /** The definitions of a cluster that has no others than those that it began with. */
  #sharedBy({ id, overlays }: LogicalCluster): Overlay | undefined {
    return this.#options.store.count(bucketName(id, DEFINITIONS)) === 0 ? overlays.get(DEFINITIONS_AT) : undefined
  }

  /** Whether the definition of a resource is being deleted. */
  isTerminating(clusterId: string, at: GroupResource): boolean {
    return this.#terminating.size > 0 && this.#terminating.has(bucketName(clusterId, at))
  }

  /** Takes no more work, and waits for what is in process. */
  async close(): Promise<void> {
    this.#feed.close()
    this.#abort.abort()
    await this.#finished
  }

  #onEvent({ type, entry: record }: StoreEvent): void {
    const isHidden = isWhiteout(record)
    const entry = isHidden ? { ...record, value: record.value.subarray(1) } : record
    const isGone = isHidden || type === 'delete'
    if (isGone) this.#noteEmptied(entry)
    const content = parseBucketName(entry.bucket)
    if (!content || !isDefinition(content)) return
    const definitions = this.#clusters.get(content.clusterId)
    if (!definitions) return
    if (isGone) {
      const emptied = bucketName(content.clusterId, definedResource(parseDefinition(entry)))
      this.#terminating.delete(emptied)
      // Nobody can ask for what happened to objects of a kind that is no more.
      this.#options.store.compact(emptied, entry.revision)
      definitions.remove(nameOf(entry.key))
    } else {
      const definition = parseDefinition(entry)
      this.#noteTermination(content.clusterId, definition)
      definitions.put(definition)
    }
  }

  /** What a delete may have ended: a cluster, or the objects that a definition was waiting for. */
  #noteEmptied({ bucket, key }: Entry): void {
    if (bucket === CLUSTERS_BUCKET) this.#forget(key)
    if (this.#terminating.size === 0) return
    const waiting = this.#terminating.get(bucket)
    if (waiting !== undefined && this.#isEmpty(waiting)) this.#queue.add(waiting)
  }

  #isEmpty(key: string): boolean {
    const [clusterId = '', name = ''] = key.split(SEPARATOR)
    const definitions = this.#clusters.get(clusterId)
    const known = definitions?.get(name)
    return known === undefined || definitions?.cluster.collection(known).bucket.count() === 0
  }

  #noteTermination(clusterId: string, definition: Definition): void {
    if (!isTerminating(definition)) return
    const bucket = bucketName(clusterId, definedResource(definition))
    this.#terminating.set(bucket, `${clusterId}${SEPARATOR}${definition.metadata.name}`)
  }

  #forget(clusterId: string): void {
    this.#clusters.delete(clusterId)
    for (const [bucket, key] of this.#terminating) {
      if (key.startsWith(`${clusterId}${SEPARATOR}`)) this.#terminating.delete(bucket)
    }
  }

  async #work(key: string): Promise<void> {
    const [clusterId = '', name = ''] = key.split(SEPARATOR)
    const definitions = this.#clusters.get(clusterId)
    if (!definitions) return
    const { cluster } = definitions
    const known = definitions.get(name)
    if (!known) return
    if (known.terminating) await terminateDefinition(cluster, name, known, this.#options.clock.now())
    else await changeDefinition(cluster, name, (stored) => ({ ...stored, status: definitions.statusOf(stored) }))
  }
}

const parseDefinition = ({ value }: Entry): Definition => parseObject(value) as Definition
