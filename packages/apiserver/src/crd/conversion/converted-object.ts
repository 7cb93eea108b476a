import { validateAnnotations, validateLabels } from '@skep/api'
import { cloneJson, type FieldError, isObject, type Json, type JsonObject, type KubeObject } from '@skep/schema'

/**
 * Accepts what a webhook made of an object: another version of the same object, of whose metadata only labels and
 * annotations may differ. Throws what is wrong with it; `index` is its place in the answer.
 */
export function acceptConverted(original: KubeObject, converted: Json, wanted: string, index: number): KubeObject {
  const object = isObject(converted) ? converted : {}
  checkType(original, object, wanted, `returned invalid object at index ${index}`)
  checkIdentity(original, object)
  const metadata = failingAs('returned invalid metadata', () => restoredMetadata(original, object))
  return { ...object, apiVersion: wanted, kind: original.kind, metadata }
}

function checkType(
  original: KubeObject,
  { apiVersion = '', kind = '' }: JsonObject,
  wanted: string,
  where: string,
): void {
  if (apiVersion !== wanted) {
    throw new Error(`${where}: invalid groupVersion (expected ${wanted}, received ${apiVersion})`)
  }
  if (kind !== original.kind) throw new Error(`${where}: invalid kind (expected ${original.kind}, received ${kind})`)
}

const IDENTITY = { name: 'name', namespace: 'namespace', uid: 'UID' } as const

function checkIdentity({ metadata }: KubeObject, converted: JsonObject): void {
  const found = isObject(converted['metadata']) ? converted['metadata'] : {}
  for (const [field, called] of Object.entries(IDENTITY)) {
    const [before, after] = [metadata[field as keyof typeof IDENTITY] ?? '', found[field] ?? '']
    if (before === after) continue
    throw new Error(`returned invalid object: must have the same ${called}: ${before} != ${after}`)
  }
}

function failingAs<T>(what: string, run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw new Error(`${what}: ${(error as Error).message}`, { cause: error })
  }
}

function restoredMetadata(original: KubeObject, { metadata: found }: JsonObject): KubeObject['metadata'] {
  if (found === undefined) throw new Error('missing metadata in converted object')
  if (!isObject(found)) throw new Error(`invalid metadata of type ${typeof found} in converted object`)
  const { labels: _labels, annotations: _annotations, ...metadata } = original.metadata
  const labels = textsIn(found, 'labels')
  const annotations = textsIn(found, 'annotations')
  refuse([...validateLabels(labels, 'metadata.labels'), ...validateAnnotations(annotations, 'metadata.annotation')])
  return { ...metadata, ...(labels ? { labels } : {}), ...(annotations ? { annotations } : {}) }
}

function textsIn(metadata: JsonObject, name: 'labels' | 'annotations'): Record<string, string> | undefined {
  const texts = metadata[name]
  if (texts === undefined || texts === null) return undefined
  if (!isObject(texts)) throw new Error(`invalid metadata.${name} of type ${typeof texts} in converted object`)
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === 'string') continue
    throw new Error(`metadata.${name}[${key}] must be a string, but is ${typeof value} in converted object`)
  }
  // Every value has just been found to be a string.
  return cloneJson(texts) as Record<string, string>
}

function refuse(errors: readonly FieldError[]): void {
  if (errors.length > 0) throw new Error(errors.map(({ field, message }) => `${field}: ${message}`).join(', '))
}
