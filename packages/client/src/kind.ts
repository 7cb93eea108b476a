import { apiVersionOf, type KindDefinition, type KubeObject, type ObjectMeta, type Schema } from '@skep/schema'

/** What a client has to know of a kind. Every `KindDefinition` is one; `kindOf` makes one for a kind known at run time. */
export interface ClientKind<T extends KubeObject = KubeObject>
  extends Pick<KindDefinition, 'group' | 'version' | 'kind' | 'plural' | 'scope'> {
  readonly statusSubresource?: boolean
  /** Lists and watches give no more of the objects than their metadata; see `metadataOf`. */
  readonly metadataOnly?: boolean
  /** Carries the type of the objects; the client never looks at it. */
  readonly schema?: Schema<T>
}

/** A kind of which lists and watches carry the metadata alone, for those who follow many and read few. */
export function metadataOf({ group, version, kind, plural, scope }: ClientKind): ClientKind {
  return { group, version, kind, plural, scope, metadataOnly: true }
}

/** Names an object; `metadata` of one that was read is such a name. */
export interface ObjectRef {
  readonly namespace?: string
  readonly name: string
}

/** An object as the server gives it: what the server always fills in is there. */
export type Stored<T extends KubeObject = KubeObject> = T & {
  metadata: ObjectMeta & { name: string; uid: string; resourceVersion: string }
}

type Implied = 'apiVersion' | 'kind' | 'status'

/** An object as it is sent: the kind says the apiVersion, and the status is the server's business. */
export type Draft<T extends KubeObject> = {
  [K in keyof T as K extends Implied ? never : K]: T[K]
} & { [K in keyof T as K extends Implied ? K : never]?: T[K] }

type DeepPartial<T> = T extends readonly (infer Item)[]
  ? DeepPartial<Item>[]
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> }
    : T

/** What one manager wants of an object, for apply: any part of it, with its name. */
export type Manifest<T extends KubeObject> = {
  [K in keyof T as K extends 'metadata' ? never : K]?: DeepPartial<T[K]>
} & {
  metadata: ObjectMeta & { name: string }
}

/** An object of a kind that is only known at run time. */
export interface DynamicObject extends KubeObject {
  [field: string]: unknown
}

/** A kind that is only known at run time, such as that of a manifest somebody sent. */
export function kindOf(names: {
  apiVersion: string
  kind: string
  plural: string
  namespaced: boolean
}): ClientKind<DynamicObject> {
  const slash = names.apiVersion.indexOf('/')
  return {
    group: slash === -1 ? '' : names.apiVersion.slice(0, slash),
    version: names.apiVersion.slice(slash + 1),
    kind: names.kind,
    plural: names.plural,
    scope: names.namespaced ? 'Namespaced' : 'Cluster',
    statusSubresource: true,
  }
}

/** Fills in the apiVersion and kind that a draft may leave out. */
export const withKind = <T extends object>(
  kind: ClientKind,
  object: T,
): T & Pick<KubeObject, 'apiVersion' | 'kind'> => ({
  apiVersion: apiVersionOf(kind),
  kind: kind.kind,
  ...object,
})
