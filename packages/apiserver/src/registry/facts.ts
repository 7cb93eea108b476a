import type { CompiledSchema, KubeObject } from '@skep/schema'
import type { Entry } from '@skep/store'
import type { ServedResource } from '../contracts.ts'
import type { ChangeType } from './frames.ts'
import { InheritedEntry } from './inherited-entry.ts'
import { type ManagedRange, managedRange, parseObject, type RenderedObject } from './object-bytes.ts'
import { valueAt } from './paths.ts'
import { keptObject } from './stored-object.ts'

/** What the registry wants to know of a stored object without parsing it: kept as the annex of its entry. */
export interface ObjectFacts {
  readonly apiVersion: string
  readonly uid: string
  readonly labels: Readonly<Record<string, string>> | undefined
  /** Values of the kind's field selectors, `metadata.*` apart, once somebody has selected by fields; see `fieldsOf`. */
  fields: Readonly<Record<string, string>> | undefined
  readonly ownerUids: readonly string[]
  readonly deleting: boolean
  /** Finalizers keep it from going. */
  readonly held: boolean
  /** The entry's value lies in a buffer inside a watch frame of this type; see `renderFramed`. */
  readonly framed: ChangeType | undefined
  /** That frame, for a while after someone has asked for it, so that all watchers get the same buffer. */
  frame: Buffer | undefined
  /** Where the managed fields are in the entry's value; undefined when nobody has noted it. */
  readonly managed: ManagedRange | undefined
  /** The schema that the stored bytes went through; undefined when they were read back from disk. */
  readonly schema: CompiledSchema | undefined
  /** The bytes as other versions of the resource show them, made when asked for. */
  forms: WeakMap<ServedResource, Buffer> | undefined
  /** The object without its managed fields, as long as anybody has it in use; see `leanOf`. */
  lean: WeakRef<KubeObject> | undefined
}

/** The facts without what is kept with them of the very bytes that they are about. Spelled out: rests and spreads are slow. */
export function factsOfOtherBytes(facts: ObjectFacts, framed = facts.framed): ObjectFacts {
  const { apiVersion, uid, labels, fields, ownerUids, deleting, held, managed, schema } = facts
  return {
    apiVersion,
    uid,
    labels,
    fields,
    ownerUids,
    deleting,
    held,
    framed,
    managed,
    schema,
    frame: undefined,
    forms: undefined,
    lean: undefined,
  }
}

const NO_OWNERS: readonly string[] = []

/** How an object was just rendered, under the resource's present schema. */
export interface Rendering {
  readonly framed: ChangeType
  readonly rendered: RenderedObject
}

/** Facts of an object in the form in which it is stored. */
export function makeFacts(served: ServedResource, object: KubeObject, rendering?: Rendering): ObjectFacts {
  const resource = served.storedAs?.resource ?? served
  const { metadata } = object
  return {
    apiVersion: object.apiVersion,
    uid: metadata.uid ?? '',
    labels: metadata.labels,
    fields: undefined,
    ownerUids: metadata.ownerReferences?.map(({ uid }) => uid) ?? NO_OWNERS,
    deleting: metadata.deletionTimestamp !== undefined,
    held: (metadata.finalizers?.length ?? 0) > 0,
    framed: rendering?.framed,
    managed: rendering && managedRange(rendering.rendered),
    schema: rendering && storedSchema(resource),
    // There from the start, though most come later: members that are added take more memory.
    frame: undefined,
    forms: undefined,
    lean: undefined,
  }
}

/** The schema that what is stored has gone through. */
const storedSchema = (resource: ServedResource): CompiledSchema =>
  resource.version === resource.storageVersion
    ? resource.compiled
    : (resource.schemaOf?.(resource.storageVersion) ?? resource.compiled)

/** The facts of an entry, made once and kept with it. Entries read back from disk come without. */
export function factsOf(resource: ServedResource, entry: Entry): ObjectFacts {
  // Of what many clusters have, most is found out once for all of them.
  if (entry instanceof InheritedEntry) factsOf(resource, entry.origin)
  // The annex of object entries is written by this module alone.
  return (entry.annex ??= makeFacts(resource, parseObject(entry.value))) as ObjectFacts
}

/**
 * Values of the resource's field selectors, looked up when somebody selects by them. Versions of a definition may offer
 * different fields, and so may the same version at another time: what was not noted then is read from the object now.
 */
export function fieldsOf(resource: ServedResource, entry: Entry): Readonly<Record<string, string>> | undefined {
  if (resource.selectableFields.length === 0) return undefined
  if (entry instanceof InheritedEntry) return fieldsOf(resource, entry.origin)
  const facts = factsOf(resource, entry)
  const { fields } = facts
  if (fields && (!resource.custom || resource.selectableFields.every((path) => fields[path] !== undefined)))
    return fields
  const stored = resource.storedAs?.resource ?? resource
  return (facts.fields = { ...fields, ...selectableValues(stored, keptObject(entry) ?? parseObject(entry.value)) })
}

function selectableValues(resource: ServedResource, object: KubeObject): Record<string, string> {
  if (resource.rules?.selectableFields) return resource.rules.selectableFields(object)
  return Object.fromEntries(resource.selectableFields.map((path) => [path, textAt(object, path)]))
}

function textAt(object: KubeObject, path: string): string {
  const value = valueAt(object, path)
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value)
}
