import { goJson, isObject, type Json, type JsonObject } from '@skep/schema'
import { ownMember } from '../patch/own-member.ts'
import { compareObjects } from './compare.ts'
import { mentionedFields } from './extract.ts'
import { difference, type FieldSet, LEAF } from './field-set.ts'
import type { FieldType } from './field-type.ts'
import { TypedValueError } from './typed-error.ts'
import { checkTyped } from './validate.ts'

/** Where client-side `kubectl apply` keeps the configuration it applied last. */
const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration'
const MAX_ANNOTATION_BYTES = 256 * 1024

/** The manager that `kubectl apply --server-side` goes by: only for it is the annotation looked at and kept up to date. */
export const KUBECTL_MANAGER = 'kubectl'

const annotationsOf = (object: JsonObject): JsonObject | undefined => {
  const annotations = isObject(object['metadata']) ? object['metadata']['annotations'] : undefined
  return isObject(annotations) ? annotations : undefined
}

function lastAppliedOf(object: JsonObject): string | undefined {
  const annotations = annotationsOf(object)
  const text = annotations && ownMember(annotations, ANNOTATION)
  return typeof text === 'string' && text !== '' ? text : undefined
}

/** What client-side apply set and nobody has changed since: who goes on to server-side apply may take it over. */
export function fieldsLastApplied(type: FieldType, live: JsonObject, apiVersion: string): FieldSet {
  const config = parseConfig(lastAppliedOf(live))
  if (config === undefined || config['apiVersion'] !== apiVersion) return LEAF
  try {
    checkTyped(type, config)
  } catch (thrown) {
    if (thrown instanceof TypedValueError) return LEAF
    throw thrown
  }
  const { changed, removed } = compareObjects(type, config, live)
  return difference(difference(mentionedFields(type, config) ?? LEAF, changed), removed)
}

function parseConfig(text: string | undefined): JsonObject | undefined {
  try {
    const config: Json = JSON.parse(text ?? 'null')
    return isObject(config) ? config : undefined
  } catch {
    return undefined
  }
}

/** The object with the annotation, if it has it, telling the configuration that is applied now. */
export function withLastApplied(object: JsonObject, config: JsonObject): JsonObject {
  if (lastAppliedOf(object) === undefined) return object
  const annotations: JsonObject = { ...annotationsOf(object), [ANNOTATION]: renderConfig(config) }
  const size = Object.entries(annotations).reduce(
    (sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(String(value)),
    0,
  )
  if (size > MAX_ANNOTATION_BYTES) delete annotations[ANNOTATION]
  return withAnnotations(object, annotations)
}

const withAnnotations = (object: JsonObject, annotations: JsonObject): JsonObject => ({
  ...object,
  metadata: { ...(isObject(object['metadata']) ? object['metadata'] : {}), annotations },
})

function renderConfig(config: JsonObject): string {
  const { [ANNOTATION]: _, ...annotations } = annotationsOf(config) ?? {}
  const plain = annotationsOf(config) === undefined ? config : withAnnotations(config, annotations)
  return `${goJson(plain)}\n`
}
