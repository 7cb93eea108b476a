import type { DynamicObject, Stored } from '@skep/client'
import { isObject, type KubeObject } from '@skep/schema'

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
export const referenceOf = (reference: Reference | undefined): FullReference | undefined => {
  const { apiVersion, kind, name } = reference ?? {}
  return apiVersion && kind && name ? { apiVersion, kind, name } : undefined
}

/** The group of an API version. */
export const groupOf = (apiVersion: string): string =>
  apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : ''

/** Names an object in an index, whatever the version it is referred to in. */
export const referenceKey = (namespace: string | undefined, { apiVersion, kind, name }: FullReference): string =>
  `${groupOf(apiVersion)}/${kind}/${namespace}/${name}`

/** The keys of references that say enough. */
export const referenceKeys = (
  { metadata: { namespace } }: KubeObject,
  ...references: readonly (Reference | undefined)[]
): string[] =>
  references.flatMap((reference) => {
    const full = referenceOf(reference)
    return full ? [referenceKey(namespace, full)] : []
  })

/** The value at a path of an object. */
export function valueAt(object: External, ...path: readonly string[]): unknown {
  let value: unknown = object
  for (const name of path) value = isObject(value) ? value[name] : undefined
  return value
}

/** The text at a path; undefined when there is none, or an empty one. */
export function textAt(object: External, ...path: readonly string[]): string | undefined {
  const value = valueAt(object, ...path)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Whether there is a true at a path. */
export const isSetAt = (object: External, ...path: readonly string[]): boolean => valueAt(object, ...path) === true
