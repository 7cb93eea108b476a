import { apiVersionOf, asJson, type CompiledSchema, type KubeObject } from '@skep/schema'
import type { Entry } from '@skep/store'
import type { ServedResource } from '../contracts.ts'
import { factsOf } from './facts.ts'
import { parseObject, renderObject, replaceApiVersion, withVersion } from './object-bytes.ts'
import { storedObject } from './stored-object.ts'
import { cloneObject } from './target.ts'

/**
 * Stored objects, seen in the version that a request asks for. Most are stored just so. What was stored under an older
 * schema loses what the present one does not know, and gets its defaults; then it is converted.
 */

/** The object's bytes in the resource's version. */
export function presentBytes(resource: ServedResource, entry: Entry): Buffer | Promise<Buffer> {
  if (isAsStored(resource, entry)) return entry.value
  return factsOf(resource, entry).forms?.get(resource) ?? makeForm(resource, entry)
}

/** The object in the resource's version. The caller may change its top level and its metadata; all else is shared. */
export function presentObject(resource: ServedResource, entry: Entry): KubeObject | Promise<KubeObject> {
  if (isAsStored(resource, entry)) return storedObject(entry)
  const bytes = presentBytes(resource, entry)
  return bytes instanceof Promise ? bytes.then(parseObject) : parseObject(bytes)
}

/** Whether the stored bytes are what a request for the resource wants. */
export function isAsStored(resource: ServedResource, entry: Entry): boolean {
  if (!resource.custom && !resource.convert && !resource.storedAs) return true
  const facts = factsOf(resource, entry)
  return facts.apiVersion === resource.apiVersion && (!resource.custom || facts.schema === resource.compiled)
}

/** Whether an object is stored in the version that is stored now; any write to one that is not stores it again. */
export function isInStorageVersion(resource: ServedResource, entry: Entry): boolean {
  if (!resource.custom) return true
  return factsOf(resource, entry).apiVersion === `${resource.group}/${resource.storageVersion}`
}

/** Makes the object's form in the resource's version, and keeps it for the next reader. */
function makeForm(resource: ServedResource, entry: Entry): Buffer | Promise<Buffer> {
  if (differsInNameOnly(resource, entry)) return keepForm(resource, entry, renamed(resource, entry))
  const object = parseObject(entry.value)
  if (resource.storedAs) return keepForm(resource, entry, render(resource.storedAs.fromStored(object), entry))
  if (resource.custom) repair(resource.schemaOf?.(versionOf(object)) ?? resource.compiled, object)
  const keep = (form: KubeObject) => keepForm(resource, entry, render(form, entry))
  const converted = convertTo(resource, resource.version, object)
  return converted instanceof Promise ? converted.then(keep) : keep(converted)
}

const render = (object: KubeObject, { revision }: Entry): Buffer => withVersion(renderObject(object), revision)

/** Whether the version that is stored has the same schema, so that no field can differ. */
function differsInNameOnly(resource: ServedResource, entry: Entry): boolean {
  return resource.custom && !resource.convert && factsOf(resource, entry).schema === resource.compiled
}

const renamed = (resource: ServedResource, entry: Entry): Buffer =>
  replaceApiVersion(entry.value, resource.kind, factsOf(resource, entry).apiVersion, resource.apiVersion)

function keepForm(resource: ServedResource, entry: Entry, rendered: Buffer): Buffer {
  const form = rendered.equals(entry.value) ? entry.value : rendered
  const facts = factsOf(resource, entry)
  facts.forms ??= new WeakMap()
  facts.forms.set(resource, form)
  return form
}

function repair(schema: CompiledSchema, object: KubeObject): void {
  schema.prune(asJson(object))
  schema.applyDefaults(asJson(object))
}

const versionOf = ({ apiVersion: text }: KubeObject): string => text.slice(text.indexOf('/') + 1)

/** The object in another version of its group, without what that version does not know. */
export function convertTo(
  resource: ServedResource,
  version: string,
  object: KubeObject,
): KubeObject | Promise<KubeObject> {
  const wanted = apiVersionOf({ group: resource.group, version })
  if (object.apiVersion === wanted) return object
  const prune = (converted: KubeObject): KubeObject => {
    resource.schemaOf?.(version)?.prune(asJson(converted))
    return converted
  }
  if (!resource.convert) return prune({ ...cloneObject(object), apiVersion: wanted })
  return resource.convert([object], version).then(([converted]) => prune(converted!))
}

/**
 * The object as it will be found again after it was stored in another version that may not know all its fields. What a
 * webhook makes of it is for the webhook to say.
 */
export function asKept(resource: ServedResource, object: KubeObject): KubeObject {
  if (!resource.custom || resource.convert || resource.version === resource.storageVersion) return object
  const kept = cloneObject(object)
  resource.schemaOf?.(resource.storageVersion)?.prune(asJson(kept))
  return kept
}
