import type { Store } from '@skep/store'
import type { ClusterView, GroupResource, ObjectApi, ServedResource } from '../contracts.ts'
import { StoreBucket } from '../registry/bucket.ts'
import { Collection } from '../registry/collection.ts'
import type { Stamp } from '../registry/inherited-entry.ts'
import { OverlaidBucket } from '../registry/overlaid-bucket.ts'
import type { RegistryServices, Target } from '../registry/target.ts'
import { bucketName } from './bucket-names.ts'
import { readRecord, stampOf } from './cluster-record.ts'
import { type ClusterSettings, readSettings } from './cluster-settings.ts'
import type { ClusterTemplates, Overlays } from './cluster-templates.ts'
import { createObjectApi } from './object-api.ts'
import { pathKey, ResourceMap } from './served-kinds.ts'

/** Where definitions of custom resources are. */
const DEFINITIONS = 'apiextensions.k8s.io/customresourcedefinitions'

/** What all logical clusters of a server have in common. */
export interface SharedParts {
  readonly store: Store
  readonly services: RegistryServices
  readonly builtIn: ResourceMap
  /** What clusters have from the start. */
  readonly templates: ClusterTemplates
  /** Told of a cluster when it is first used. */
  readonly onOpen?: (cluster: LogicalCluster) => void
  /** Takes away what is kept of a cluster outside of its own buckets, when it is deleted. */
  readonly onDelete?: (clusterId: string) => Promise<void>
}

/** One cluster: a full API root with its own objects. What it does not use takes no memory. */
export class LogicalCluster implements ClusterView {
  readonly id: string
  readonly objects: ObjectApi
  /** What is different about this cluster; changed by `Clusters.change`. */
  settings: ClusterSettings
  /** Objects that it has without any record of its own. */
  readonly overlays: Overlays
  /** What makes those its own; undefined for the root cluster. */
  readonly stamp: Stamp | undefined
  readonly #shared: SharedParts
  #custom = new ResourceMap()
  readonly #retirement = new Map<ServedResource, Set<() => void>>()
  readonly #collections = new Map<string, Collection>()
  readonly #closeListeners = new Set<() => void>()

  constructor(id: string, shared: SharedParts) {
    this.id = id
    this.#shared = shared
    this.settings = readSettings(shared.store, id)
    this.overlays = shared.templates.overlays(this.settings.template)
    const record = readRecord(shared.store, id)
    this.stamp = record && stampOf(record)
    this.objects = createObjectApi(this)
  }

  /** The resource at a path of the API. */
  lookUp(group: string, version: string, resource: string): ServedResource | undefined {
    const key = pathKey(group, version, resource)
    return this.#shared.builtIn.get(key) ?? this.#custom.get(key)
  }

  /** Whether a group is the server's own, rather than one of definitions. */
  isBuiltInGroup(group: string): boolean {
    return this.#shared.builtIn.hasGroup(group)
  }

  resource(at: GroupResource, version?: string): ServedResource | undefined {
    if (version !== undefined) return this.lookUp(at.group, version, at.resource)
    return this.#shared.builtIn.preferred(at) ?? this.#custom.preferred(at)
  }

  resourceOfKind(group: string, kind: string): ServedResource | undefined {
    return this.#shared.builtIn.ofKind(group, kind) ?? this.#custom.ofKind(group, kind)
  }

  *resources(): Iterable<ServedResource> {
    yield* this.#shared.builtIn.values()
    yield* this.#custom.values()
  }

  /** Whether the cluster began with the definition of a resource. */
  isDefinedFromStart({ group, resource }: GroupResource): boolean {
    return this.overlays.get(DEFINITIONS)?.has(`${resource}.${group}`) ?? false
  }

  /** Replaces the custom resources that this cluster serves. Objects stay where they are. */
  serveCustom(resources: ResourceMap): void {
    this.#custom = resources
    if (this.#retirement.size === 0) return
    const served = new Set(resources.values())
    for (const [resource, listeners] of this.#retirement) {
      if (!served.has(resource)) for (const listener of listeners) listener()
    }
  }

  /** Calls back when the cluster stops serving a custom resource as it is now. Returns how to call that off. */
  onRetired(resource: ServedResource, listener: () => void): () => void {
    if (!resource.custom) return () => {}
    const listeners = this.#retirement.get(resource) ?? new Set()
    this.#retirement.set(resource, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#retirement.delete(resource)
    }
  }

  /** What the registry needs to work on a resource. */
  target(resource: ServedResource): Target {
    const collection = this.collection(resource.storedAs?.resource ?? resource)
    return { cluster: this, resource, collection, services: this.#shared.services }
  }

  /** The objects of a resource, in all its versions. */
  collection(at: GroupResource): Collection {
    const key = `${at.group}/${at.resource}`
    const known = this.#collections.get(key)
    if (known) return known
    const collection = this.#openCollection(at)
    this.#collections.set(key, collection)
    return collection
  }

  /** Lets go of what is known of a resource that is no longer there. */
  forgetCollection(at: GroupResource): void {
    const key = `${at.group}/${at.resource}`
    this.#collections.get(key)?.close()
    this.#collections.delete(key)
  }

  /** Calls back when the cluster is deleted or the server stops. Returns how to call that off. */
  onClosed(listener: () => void): () => void {
    this.#closeListeners.add(listener)
    return () => this.#closeListeners.delete(listener)
  }

  /** Ends watches and lets go of indexes. */
  close(): void {
    for (const listener of this.#closeListeners) listener()
    for (const collection of this.#collections.values()) collection.close()
    this.#collections.clear()
  }

  #openCollection(at: GroupResource): Collection {
    const { store, builtIn, services } = this.#shared
    const name = bucketName(this.id, at)
    const overlay = this.overlays.get(`${at.group}/${at.resource}`)
    const bucket = overlay ? new OverlaidBucket(store, name, overlay, this.stamp) : new StoreBucket(store, name)
    // A custom resource has no history from before it was defined, however old the store is.
    const isOld = builtIn.preferred(at) !== undefined || this.isDefinedFromStart(at) || bucket.count() > 0
    return new Collection(store, services.clock, bucket, isOld ? 0 : store.revision)
  }
}
