/**
 * What the rooms of the API server agree on. `http` turns bytes into these, `auth` and `admission` decide on them, the
 * `registry` carries them out on the store, and `controllers` use the same operations as any client, without a socket.
 */
import type {
  Column,
  CompiledSchema,
  JsonObject,
  KindRules,
  KubeObject,
  NameRule,
  ScaleSubresource,
  SchemaNode,
} from '@skep/schema'
import type { ClusterSettings } from './clusters/cluster-settings.ts'

/** Who is asking. */
export interface UserInfo {
  name: string
  uid?: string
  groups: readonly string[]
  extra?: Readonly<Record<string, readonly string[]>>
}

/** What a request does to objects, as rules of RBAC name it. */
export type Verb = 'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection'

/** A request, understood: what a path, method and query ask for. */
export interface RequestInfo {
  /** Logical cluster, `root` for the one at `/`. */
  clusterId: string
  /** Path without the `/clusters/ID` prefix and without the query. */
  path: string
  /** Lower-case; for non-resource requests the HTTP method in lower case. */
  verb: string
  isResource: boolean
  group: string
  version: string
  /** Plural name. */
  resource: string
  subresource: string
  namespace: string
  name: string
}

/** A resource in all its versions, such as `deployments` of `apps`. */
export interface GroupResource {
  group: string
  resource: string
}
/** A kind in one version. */
export interface GroupVersionKind {
  group: string
  version: string
  kind: string
}

/** One resource as served in one version: built from a KindDefinition or from a version of a CRD. */
export interface ServedResource {
  readonly group: string
  readonly version: string
  /** `apps/v1` */
  readonly apiVersion: string
  readonly resource: string
  readonly singular: string
  readonly kind: string
  readonly listKind: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly namespaced: boolean
  readonly verbs: readonly string[]
  readonly schema: SchemaNode
  readonly compiled: CompiledSchema
  readonly columns: readonly Column[]
  readonly selectableFields: readonly string[]
  readonly nameRule: NameRule
  readonly createOnUpdate: boolean
  readonly statusSubresource: boolean
  readonly scale: ScaleSubresource | undefined
  /** Undefined for custom resources. */
  readonly rules: KindRules | undefined
  /** Custom resources follow their CRD: pruning, schema validation as 422, no strategic merge. */
  readonly custom: boolean
  /** Version in which objects are stored; equals `version` for built-in kinds. */
  readonly storageVersion: string
  /** The compiled schema of any version of the same definition, served or not. Custom resources only. */
  schemaOf?(version: string): CompiledSchema | undefined
  /** What users of a deprecated version are warned of. */
  readonly deprecation?: string | undefined
  /** Converts between versions of the same CRD (identity but for apiVersion, or a webhook). */
  convert?(objects: KubeObject[], toVersion: string): Promise<KubeObject[]>
  /** Set for built-in kinds whose objects are kept as those of another resource, such as events of events.k8s.io. */
  readonly storedAs?: StoredForm | undefined
}

/** How objects of one built-in resource are kept as objects of another. */
export interface StoredForm {
  readonly resource: ServedResource
  toStored(object: KubeObject): KubeObject
  fromStored(object: KubeObject): KubeObject
}

/** Options that every write may carry. */
export interface WriteOptions {
  dryRun?: boolean
  fieldManager?: string
  fieldValidation?: 'Ignore' | 'Warn' | 'Strict'
}

/** How to delete: what must hold, and what happens to dependents. */
export interface DeleteOptions {
  dryRun?: boolean
  gracePeriodSeconds?: number
  propagationPolicy?: 'Background' | 'Foreground' | 'Orphan'
  orphanDependents?: boolean
  preconditions?: { uid?: string; resourceVersion?: string }
}

/** Where a write comes from, for admission, managed fields and warnings. */
export interface RequestContext {
  user: UserInfo
  /** First token of the user agent: the default field manager. */
  userAgent: string
  /** Adds a `Warning: 299` header to the answer. */
  warn(text: string): void
  signal?: AbortSignal
}

/** What admission is asked about. */
export type AdmissionOperation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** One write on its way to the store. Mutating plug-ins change `object` in place. */
export interface AdmissionRequest {
  readonly cluster: ClusterView
  readonly operation: AdmissionOperation
  readonly resource: ServedResource
  readonly subresource: string
  readonly namespace: string
  /** May be empty on create with generateName, until the name is generated. */
  readonly name: string
  /** Undefined on DELETE. */
  readonly object: KubeObject | undefined
  /** Undefined on CREATE. */
  readonly oldObject: KubeObject | undefined
  readonly options: JsonObject
  readonly dryRun: boolean
  readonly context: RequestContext
}

/** Throws a StatusError to refuse. */
export interface AdmissionPlugin {
  readonly name: string
  /** Cheap filter, called first. */
  handles(request: AdmissionRequest): boolean
  mutate?(request: AdmissionRequest): Promise<void> | void
  validate?(request: AdmissionRequest): Promise<void> | void
}

/** Who works with the API from inside the process, as admission and managed fields see it. */
export interface Identity {
  user: UserInfo
  userAgent: string
}

/** What is known of an object without reading it. */
export interface ObjectTraits {
  readonly uid: string
  readonly deleting: boolean
}

/** The operations of one logical cluster, with all semantics of the API but authorization. */
export interface ObjectApi {
  /** The same operations by someone else; the server itself unless somebody is named. */
  as(identity: Identity): ObjectApi
  /** Without managed fields, and shared: whoever wants to change it makes a copy. */
  get(at: GroupResource, namespace: string, name: string): KubeObject | undefined
  /** What is known of an object without reading it; undefined when there is none. */
  traitsOf(at: GroupResource, namespace: string, name: string): ObjectTraits | undefined
  list(
    at: GroupResource,
    options?: { namespace?: string; labelSelector?: string; fieldSelector?: string },
  ): KubeObject[]
  create(at: GroupResource, namespace: string, object: KubeObject, options?: WriteOptions): Promise<KubeObject>
  /** Throws Conflict when `metadata.resourceVersion` is set and stale. */
  update(at: GroupResource, object: KubeObject, options?: WriteOptions & { subresource?: string }): Promise<KubeObject>
  /** Reads, changes, writes; again on conflict. `change` returns undefined to leave the object alone. */
  modify(
    at: GroupResource,
    namespace: string,
    name: string,
    change: (object: KubeObject) => KubeObject | undefined,
    options?: WriteOptions & { subresource?: string },
  ): Promise<KubeObject | undefined>
  delete(at: GroupResource, namespace: string, name: string, options?: DeleteOptions): Promise<void>
}

/** What plug-ins and controllers may know of a logical cluster. */
export interface ClusterView {
  readonly id: string
  /** What is different about it; nothing unless given. */
  readonly settings?: ClusterSettings
  readonly objects: ObjectApi
  /** By group and plural; the preferred version when none is given. */
  resource(at: GroupResource, version?: string): ServedResource | undefined
  /** The first resource of a kind whose objects can be read. */
  resourceOfKind(group: string, kind: string): ServedResource | undefined
  resources(): Iterable<ServedResource>
}
