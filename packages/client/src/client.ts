import type { Json, KubeObject } from '@skep/schema'
import type { ClientKind, Draft, Manifest, ObjectRef, Stored } from './kind.ts'
import type { LabelSelector } from './paths.ts'
import type { ApiAnswer, ApiRequest, RequestObservation } from './sender.ts'
import type { WatchEvent } from './watch.ts'

/** What every call may carry. */
export interface CallOptions {
  /** Gives up waiting; the call rejects with the signal's reason. */
  readonly signal?: AbortSignal
}

/** Which objects of a kind are meant. */
export interface SelectOptions extends CallOptions {
  /** Only objects in this namespace; all namespaces unless given. */
  readonly namespace?: string
  readonly labelSelector?: LabelSelector
  /** Such as `metadata.name=blue` or `spec.nodeName=node-1`. */
  readonly fieldSelector?: string
}

/** Which objects to list, and in how large parts. */
export interface ListOptions extends SelectOptions {
  /** Objects per request, all of which are fetched; 500 unless given. */
  readonly pageSize?: number
}

/** Objects as they were at one resourceVersion. */
export interface ObjectList<T extends KubeObject> {
  readonly items: Stored<T>[]
  readonly resourceVersion: string
}

/** Which changes to watch, and from where. */
export interface WatchOptions extends SelectOptions {
  /** Changes after this version; the present state first, and then changes, unless given. */
  readonly resourceVersion?: string
  /** Ask the server to end the watch after this long. */
  readonly timeoutSeconds?: number
  /** Ask for events of type BOOKMARK now and then. */
  readonly bookmarks?: boolean
  /** Leave out who wrote which field (`metadata.managedFields`): half of most objects, and seldom looked at. */
  readonly withoutManagedFields?: boolean
}

/** How to write an object. */
export interface WriteOptions extends CallOptions {
  /** Check everything and store nothing. */
  readonly dryRun?: boolean
  /** Who is to own the fields; the client's own unless given. */
  readonly fieldManager?: string
  /** What happens to fields the server does not know: dropped silently, with a warning (its default), or refused. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict'
  /** Such as `status` or `scale`. */
  readonly subresource?: string
}

/** How to apply: in whose name, and whether to take over fields of others. */
export interface ApplyOptions extends WriteOptions {
  /** Take fields from other managers instead of failing with a conflict. */
  readonly force?: boolean
}

/** A patch in one of the forms the API takes. Strategic merge works on built-in kinds only. */
export type Patch =
  | { readonly type: 'json'; readonly operations: readonly JsonPatchOperation[] }
  | { readonly type: 'merge' | 'strategic'; readonly body: unknown }

/** One step of a JSON patch (RFC 6902). */
export interface JsonPatchOperation {
  readonly op: 'add' | 'remove' | 'replace' | 'move' | 'copy' | 'test'
  readonly path: string
  readonly from?: string
  readonly value?: Json
}

/** How to patch a status. */
export interface StatusPatchOptions extends WriteOptions {
  /** Fail with a conflict when somebody else wrote the object since `before` was read. */
  readonly ifUnchanged?: boolean
}

/** How to delete: what must hold, and what happens to dependents. */
export interface DeleteOptions extends CallOptions {
  readonly dryRun?: boolean
  readonly gracePeriodSeconds?: number
  /** What happens to what the object owns; Background unless the kind says otherwise. */
  readonly propagationPolicy?: 'Background' | 'Foreground' | 'Orphan'
  /** Delete only this very object, or only this version of it. */
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string }
}

/** A Kubernetes API, typed by kind. Failures reject with `StatusError` or `ConnectionError`. */
export interface Client {
  /** Where requests go, for messages. */
  readonly target: string
  /** The object, or undefined when there is none. */
  get<T extends KubeObject>(kind: ClientKind<T>, ref: ObjectRef, options?: CallOptions): Promise<Stored<T> | undefined>
  /** All objects, fetched page by page. */
  list<T extends KubeObject>(kind: ClientKind<T>, options?: ListOptions): Promise<ObjectList<T>>
  /** One watch, as long as it lasts; see `decodeWatch`. Most callers want `listWatch` or an `Informer`. */
  watch<T extends KubeObject>(kind: ClientKind<T>, options?: WatchOptions): AsyncIterable<WatchEvent<T>>
  create<T extends KubeObject>(kind: ClientKind<T>, object: Draft<T>, options?: WriteOptions): Promise<Stored<T>>
  /**
   * Creates the object unless there is one of its name, which stays as it is; whether it did. For those who do not look at
   * what was made: nobody reads the answer.
   */
  createIfMissing<T extends KubeObject>(kind: ClientKind<T>, object: Draft<T>, options?: WriteOptions): Promise<boolean>
  /** Replaces the object; a conflict when its resourceVersion is no longer the newest. */
  update<T extends KubeObject>(kind: ClientKind<T>, object: Draft<T>, options?: WriteOptions): Promise<Stored<T>>
  /** Replaces the status alone. */
  updateStatus<T extends KubeObject>(kind: ClientKind<T>, object: T, options?: WriteOptions): Promise<Stored<T>>
  patch<T extends KubeObject>(
    kind: ClientKind<T>,
    ref: ObjectRef,
    patch: Patch,
    options?: WriteOptions,
  ): Promise<Stored<T>>
  /** Patches for those who do not look at what came of it: nobody reads the answer. */
  patchUnread<T extends KubeObject>(
    kind: ClientKind<T>,
    ref: ObjectRef,
    patch: Patch,
    options?: WriteOptions,
  ): Promise<void>
  /**
   * Writes what differs between two statuses of an object, and nothing when nothing does. `after` gets the new
   * resourceVersion, so that it can be written again.
   */
  patchStatus<T extends KubeObject>(
    kind: ClientKind<T>,
    before: Stored<T>,
    after: Stored<T>,
    options?: StatusPatchOptions,
  ): Promise<void>
  /** Server-side apply: says what this manager wants, and gives up what it wanted before and no longer names. */
  apply<T extends KubeObject>(kind: ClientKind<T>, object: Manifest<T>, options?: ApplyOptions): Promise<Stored<T>>
  /** False when there was nothing to delete. An object with finalizers is still there afterwards. */
  delete<T extends KubeObject>(kind: ClientKind<T>, ref: ObjectRef, options?: DeleteOptions): Promise<boolean>
  /** Deletes all that is selected. */
  deleteCollection<T extends KubeObject>(kind: ClientKind<T>, options?: SelectOptions & DeleteOptions): Promise<void>
  /** Any request, for what has no method of its own: health, discovery, subresources. */
  raw(request: ApiRequest): Promise<ApiAnswer>
  /** Tells of every request from now on, retries included; for metrics. Returns how to stop it. */
  observe(observer: (request: RequestObservation) => void): () => void
  /** Breaks off what is under way and releases the connections. */
  close(): void
}
