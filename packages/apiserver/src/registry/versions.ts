import { apiVersionOf, type KubeObject } from '@skep/schema'
import type { Entry } from '@skep/store'
import type { ServedResource } from '../contracts.ts'
import { factsOf } from './facts.ts'
import { parseObject, renderObject, withVersion } from './object-bytes.ts'
import { apiVersion, asJson } from './target.ts'

/**
 * Stored objects, seen in the version that a request asks for. Most are stored just so; what was stored in another
 * version is converted, and what was stored under an older schema gets the defaults of the present one.
 */

/** The object's bytes in the resource's version. */
export function presentBytes(resource: ServedResource, entry: Entry): Buffer | Promise<Buffer> {
  if (isAsStored(resource, entry)) return entry.value
  return factsOf(resource, entry).forms?.get(resource) ?? makeForm(resource, entry)
}

/** The object in the resource's version, the caller's to change. */
export function presentObject(resource: ServedResource, entry: Entry): KubeObject | Promise<KubeObject> {
  if (isAsStored(resource, entry)) return parseObject(entry.value)
  const bytes = presentBytes(resource, entry)
  return bytes instanceof Promise ? bytes.then(parseObject) : parseObject(bytes)
}

/** Whether the stored bytes are what a request for the resource wants. */
export function isAsStored(resource: ServedResource, entry: Entry): boolean {
  if (!resource.custom && !resource.convert) return true
  const facts = factsOf(resource, entry)
  return facts.apiVersion === apiVersion(resource) && (!resource.custom || facts.schema === resource.compiled)
}

/** Makes the object's form in the resource's version, and keeps it for the next reader. */
async function makeForm(resource: ServedResource, entry: Entry): Promise<Buffer> {
  const object = await convertTo(resource, resource.version, parseObject(entry.value))
  if (resource.custom) {
    resource.compiled.prune(asJson(object))
    resource.compiled.applyDefaults(asJson(object))
  }
  const rendered = withVersion(renderObject(object), entry.revision)
  const form = rendered.equals(entry.value) ? entry.value : rendered
  const facts = factsOf(resource, entry)
  facts.forms ??= new Map()
  facts.forms.set(resource, form)
  return form
}

/** The object in another version of its group. */
export async function convertTo(resource: ServedResource, version: string, object: KubeObject): Promise<KubeObject> {
  const wanted = apiVersionOf({ group: resource.group, version })
  if (object.apiVersion === wanted) return object
  if (!resource.convert) return { ...object, apiVersion: wanted }
  const [converted] = await resource.convert([object], version)
  return converted!
}
