import { StatusError } from '@skep/base'
import type { Store } from '@skep/store'
import { ROOT_CLUSTER } from '../http/request-info.ts'
import { nameOf, namespaceOf } from '../registry/collection.ts'
import type { Stamp } from '../registry/inherited-entry.ts'
import { inherit } from '../registry/overlaid-bucket.ts'
import { API_SERVICE, apiServiceIn } from './api-service.ts'
import { CLUSTERS_BUCKET, clusterPrefix, parseBucketName, SYSTEM_PREFIX } from './bucket-names.ts'
import { type ClusterRecord, readRecord, stampOf } from './cluster-record.ts'
import { type ClusterSettings, readSettings, removeSettings, writeSettings } from './cluster-settings.ts'
import type { Overlays } from './cluster-templates.ts'
import { LogicalCluster, type SharedParts } from './logical-cluster.ts'
import { type ClusterSnapshot, storeObjects, storeSnapshot, takeSnapshot } from './snapshot.ts'
import { SYSTEM_NAMESPACE, systemNamespaceOf } from './system-namespace.ts'

const ID = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/

/** That an object of a cluster was made, changed or deleted. */
export interface ClusterWrite {
  readonly clusterId: string
  readonly group: string
  readonly resource: string
  /** Empty for objects of the cluster. */
  readonly namespace: string
  readonly name: string
  /** Of the object, as the write left it. */
  readonly resourceVersion: string
}

/** The logical clusters of a server. Making one is a single small write; it costs nothing until it is used. */
export class Clusters {
  readonly #store: Store
  readonly #shared: SharedParts
  readonly #now: () => string
  readonly #opened = new Map<string, LogicalCluster>()

  constructor(shared: SharedParts, now: () => string) {
    this.#store = shared.store
    this.#shared = shared
    this.#now = now
  }

  /** The cluster at `/`, which is always there. */
  get root(): LogicalCluster {
    return this.#open(ROOT_CLUSTER)
  }

  /** Undefined when there is none of that id. */
  get(id: string): LogicalCluster | undefined {
    const opened = this.#opened.get(id)
    if (opened) return opened
    return id === ROOT_CLUSTER || this.#store.get(CLUSTERS_BUCKET, id) ? this.#open(id) : undefined
  }

  /** Makes a cluster, reachable below `/clusters/ID` at once, with the objects of a snapshot; throws AlreadyExists. */
  async create(id: string, snapshot?: ClusterSnapshot, settings?: ClusterSettings): Promise<LogicalCluster> {
    checkId(id)
    if (this.get(id)) throw alreadyThere(id)
    // The cluster comes after its objects: who sees it sees all of them.
    const { statedAt } = settings ?? {}
    const record: ClusterRecord = { id, createdAt: this.#now(), ...(statedAt === undefined ? {} : { statedAt }) }
    const stamp = stampOf(record)
    if (snapshot) await storeSnapshot(this.#store, id, snapshot, stamp)
    if (settings) await this.#storeSettings(id, settings, stamp)
    try {
      await this.#store.write({
        bucket: CLUSTERS_BUCKET,
        key: id,
        type: 'put',
        expect: 'absent',
        value: () => Buffer.from(JSON.stringify(record)),
      })
    } catch (error) {
      throw this.get(id) ? alreadyThere(id) : error
    }
    return this.#open(id)
  }

  /** Whether there is a template of a name. */
  hasTemplate(name: string): boolean {
    return this.#shared.templates.has(name)
  }

  /** Keeps what a cluster held, for clusters that name it in their settings to begin with. */
  saveTemplate(name: string, snapshot: ClusterSnapshot): Promise<void> {
    return this.#shared.templates.save(name, snapshot)
  }

  /** What a cluster has without any record of its own, whether anybody uses it or not. */
  overlaysOf(id: string): Overlays {
    const opened = this.#opened.get(id)
    return opened ? opened.overlays : this.#shared.templates.overlays(readSettings(this.#store, id).template)
  }

  /** What makes that its own; undefined for the root cluster, whose own it is. */
  stampOf(id: string): Stamp | undefined {
    const opened = this.#opened.get(id)
    if (opened) return opened.stamp
    const record = readRecord(this.#store, id)
    return record && stampOf(record)
  }

  /** What a cluster holds now, to make others like it; in one process. */
  snapshot(id: string): ClusterSnapshot {
    return takeSnapshot(this.#store, id)
  }

  /** Changes what is different about a cluster; what is not named stays as it is. Throws NotFound. */
  async change(id: string, settings: ClusterSettings): Promise<void> {
    const cluster = this.get(id)
    if (!cluster) throw new StatusError('NotFound', `logical cluster "${id}" not found`)
    const changed = { ...cluster.settings, ...settings }
    await writeSettings(this.#store, id, changed)
    cluster.settings = changed
  }

  /** Removes a cluster and everything in it; false when there was none. */
  async delete(id: string): Promise<boolean> {
    if (id === ROOT_CLUSTER) throw new StatusError('Forbidden', 'the root cluster may not be deleted')
    if (!this.#store.get(CLUSTERS_BUCKET, id)) return false
    await this.#store.write({
      bucket: CLUSTERS_BUCKET,
      key: id,
      type: 'delete',
      expect: 'any',
      value: () => Buffer.alloc(0),
    })
    this.#opened.get(id)?.close()
    this.#opened.delete(id)
    // Whoever makes a cluster of this name later must not trust what the old one trusted.
    await this.#shared.onDelete?.(id)
    await removeSettings(this.#store, id)
    await this.#store.drop(clusterPrefix(id))
    return true
  }

  /** Calls back on every write in any cluster, whatever their number. Returns how to call that off. */
  onWrite(listener: (write: ClusterWrite) => void): () => void {
    const feed = this.#store.subscribe((events) => {
      for (const { entry, revision } of events) {
        const content = parseBucketName(entry.bucket)
        if (!content) continue
        const { key } = entry
        listener({ ...content, namespace: namespaceOf(key), name: nameOf(key), resourceVersion: String(revision) })
      }
    })
    return () => feed.close()
  }

  /** Ids of all clusters but the root one, in order. */
  list(): string[] {
    return this.#store.list(CLUSTERS_BUCKET).entries.map(({ key }) => key)
  }

  /** Clusters that have been used since the start. */
  opened(): Iterable<LogicalCluster> {
    return this.#opened.values()
  }

  close(): void {
    for (const cluster of this.#opened.values()) cluster.close()
  }

  /** Stores settings, and what is different for them from what all clusters begin with. */
  async #storeSettings(id: string, settings: ClusterSettings, stamp: Stamp): Promise<void> {
    const { identity, serviceNetwork } = settings
    await writeSettings(this.#store, id, settings)
    const inherited = ({ bucket, key }: { bucket: string; key: string }) =>
      inherit(this.overlaysOf(id).get(bucket)?.get(key), stamp)
    const [system, apiService] = [inherited(SYSTEM_NAMESPACE), inherited(API_SERVICE)]
    const entries = [
      ...(system && identity !== undefined ? [systemNamespaceOf(identity, system)] : []),
      ...(apiService && serviceNetwork !== undefined ? [apiServiceIn(serviceNetwork, apiService)] : []),
    ]
    await storeObjects(this.#store, id, entries)
  }

  #open(id: string): LogicalCluster {
    const known = this.#opened.get(id)
    if (known) return known
    const cluster = new LogicalCluster(id, this.#shared)
    this.#opened.set(id, cluster)
    this.#shared.onOpen?.(cluster)
    return cluster
  }
}

const alreadyThere = (id: string) => new StatusError('AlreadyExists', `logical cluster "${id}" already exists`)

function checkId(id: string): void {
  if (ID.test(id) && id !== SYSTEM_PREFIX) return
  throw new StatusError('Invalid', `"${id}" is no id of a logical cluster: use lower-case letters, digits, '-' and '.'`)
}
