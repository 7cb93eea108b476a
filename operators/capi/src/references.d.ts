import type { DynamicObject, Stored } from '@skep/client'
import { type KubeObject } from '@skep/schema'
/** A reference to an object of another provider, as specs have it. */
export interface Reference {
  readonly apiVersion?: string | undefined
  readonly kind?: string | undefined
  readonly name?: string | undefined
  readonly namespace?: string | undefined
}
/** A reference that says enough to be followed. */
export interface FullReference {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
}
/** An object of a kind that is only known by name. */
export type External = Stored<DynamicObject>
/** The reference, if it says enough; an empty one counts as none. */
export declare const referenceOf: (reference: Reference | undefined) => FullReference | undefined
/** The group of an API version. */
export declare const groupOf: (apiVersion: string) => string
/** Names an object in an index, whatever the version it is referred to in. */
export declare const referenceKey: (namespace: string | undefined, { apiVersion, kind, name }: FullReference) => string
/** The keys of references that say enough. */
export declare const referenceKeys: (
  { metadata: { namespace } }: KubeObject,
  ...references: readonly (Reference | undefined)[]
) => string[]
/** The value at a path of an object. */
export declare function valueAt(object: External, ...path: readonly string[]): unknown
/** The text at a path; undefined when there is none, or an empty one. */
export declare function textAt(object: External, ...path: readonly string[]): string | undefined
/** Whether there is a true at a path. */
export declare const isSetAt: (object: External, ...path: readonly string[]) => boolean
//# sourceMappingURL=references.d.ts.map
