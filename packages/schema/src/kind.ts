import type { Schema } from './dsl.ts'
import type { FieldError } from './field-error.ts'
import type { JsonObject } from './json.ts'

/** A reference to an object that owns another. */
export interface OwnerReference {
  apiVersion: string
  kind: string
  name: string
  uid: string
  controller?: boolean
  blockOwnerDeletion?: boolean
}

/** The fields of an object that one manager owns. */
export interface ManagedFieldsEntry {
  manager?: string
  operation?: 'Apply' | 'Update'
  apiVersion?: string
  time?: string
  fieldsType?: string
  fieldsV1?: JsonObject
  subresource?: string
}

/** `metadata` of every object. */
export interface ObjectMeta {
  name?: string
  generateName?: string
  namespace?: string
  uid?: string
  resourceVersion?: string
  generation?: number
  creationTimestamp?: string
  deletionTimestamp?: string
  deletionGracePeriodSeconds?: number
  labels?: Record<string, string>
  annotations?: Record<string, string>
  ownerReferences?: OwnerReference[]
  finalizers?: string[]
  managedFields?: ManagedFieldsEntry[]
}

/** Any Kubernetes object, before its kind is known. */
export interface KubeObject {
  apiVersion: string
  kind: string
  metadata: ObjectMeta
}

/** A column of `kubectl get`. */
export interface Column {
  name: string
  type: 'string' | 'integer' | 'number' | 'boolean' | 'date'
  /** Where the cell's value is, for columns without a function. */
  jsonPath?: string
  description?: string
  format?: string
  /** 0 shows always, more only with `-o wide`. */
  priority?: number
}

/** Where `/scale` finds its values in an object. */
export interface ScaleSubresource {
  specReplicasPath: string
  statusReplicasPath: string
  labelSelectorPath?: string
}

/** What an update is about, for rules that compare with the stored object. */
export interface UpdateContext {
  /** Empty for the main resource. */
  subresource: string
  /** The time of the write, RFC 3339 in seconds, for kinds that note when something changed. */
  now?: string
}

/**
 * What differs between built-in kinds beyond their schema. Every function is pure; objects are changed in place only
 * where it says so. A custom resource has none of these: its CRD says it all.
 */
export interface KindRules<T extends KubeObject = KubeObject> {
  /** Fills in, in place, defaults that depend on other fields. The schema's own defaults come first. */
  defaults?(object: T): void
  /** In place: removes what a client may not set on create (by default: the status). */
  prepareForCreate?(object: T): void
  /** In place: copies from the stored object what this write may not change, before generation is computed. */
  prepareForUpdate?(object: T, stored: T, context: UpdateContext): void
  /** Everything wrong with the object, on create and on update. */
  validate?(object: T): FieldError[]
  /** What is wrong only with creating the object, beyond `validate`. */
  validateCreate?(object: T): FieldError[]
  /** Everything wrong with changing the stored object into this one (immutable fields and so on). */
  validateUpdate?(object: T, stored: T, context: UpdateContext): FieldError[]
  /** Texts of `Warning` headers for an object that is accepted. */
  warnings?(object: T, stored?: T): string[]
  /** Cells of `kubectl get` for columns without a jsonPath, in the order of `columns`. `now` in ms. */
  cells?(object: T, now: number): (string | number | boolean | null)[]
  /** Values of field selectors other than metadata.name and metadata.namespace. */
  selectableFields?(object: T): Record<string, string>
  /** When a delete must be graceful (pods): seconds to wait, or 0. */
  gracePeriodSeconds?(object: T, requested: number | undefined): number
  /** Whether this update raises `metadata.generation`. Default: any change outside metadata and status. */
  raisesGeneration?(object: T, stored: T): boolean
}

/** What names of a kind must look like. */
export type NameRule = 'dns-subdomain' | 'dns-label' | 'path-segment' | 'dns-1035-label'

/** One kind, once: its type, schema, names, columns and rules. Made by `defineKind`. */
export interface KindDefinition<T extends KubeObject = KubeObject> {
  readonly group: string
  readonly version: string
  /** Versions that a custom kind is served as besides, with the same fields: nothing is lost between them. */
  readonly furtherVersions: readonly string[]
  readonly kind: string
  readonly listKind: string
  readonly plural: string
  readonly singular: string
  readonly shortNames: readonly string[]
  readonly categories: readonly string[]
  readonly scope: 'Namespaced' | 'Cluster'
  /** Of the whole object: apiVersion, kind, metadata, spec, status, ... */
  readonly schema: Schema<T>
  /** The kind has `/status`: its writes and the main resource's do not touch each other's half. */
  readonly statusSubresource: boolean
  readonly scale?: ScaleSubresource
  readonly columns: readonly Column[]
  /** Names of the field selectors that `rules.selectableFields` answers (or CRD jsonPaths without the leading dot). */
  readonly selectableFields: readonly string[]
  readonly nameRule: NameRule
  /** PUT of a name that is not there creates it (Lease, Event, ...). */
  readonly createOnUpdate: boolean
  /** Verbs served, when not all of them. */
  readonly verbs?: readonly string[]
  readonly rules: KindRules<T>
  /** For kinds we install as CRDs on any Kubernetes: served by the API server itself when false. */
  readonly custom: boolean
}

type Required = 'group' | 'version' | 'kind' | 'plural' | 'scope' | 'schema'
/** What `defineKind` needs to know; the rest follows. */
export type KindInput<T extends KubeObject> = Pick<KindDefinition<T>, Required> &
  Partial<Omit<KindDefinition<T>, Required>>

/** The object type of a kind: `type Pod = ObjectOf<typeof Pod>`. */
export type ObjectOf<K> = K extends KindDefinition<infer T> ? T : never

/** Completes a kind with the names and behaviour that follow from what is given. */
export function defineKind<T extends KubeObject>(input: KindInput<T>): KindDefinition<T> {
  return {
    furtherVersions: [],
    listKind: `${input.kind}List`,
    singular: input.kind.toLowerCase(),
    shortNames: [],
    categories: [],
    statusSubresource: false,
    columns: [],
    selectableFields: [],
    nameRule: 'dns-subdomain',
    createOnUpdate: false,
    rules: {},
    custom: false,
    ...input,
  }
}

/** `apps/v1`, or `v1` for the core group. */
export const apiVersionOf = ({ group, version }: Pick<KindDefinition, 'group' | 'version'>): string =>
  group === '' ? version : `${group}/${version}`
