import { isObject, type Json, type JsonObject } from '@skep/schema'
import { sortedJson } from '../../sorted-json.ts'

/** Where `kubectl apply` keeps what it applied last. */
export const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration'

/** What was last applied to an object; undefined when nothing was, or nobody can read it. */
export function lastAppliedOf(object: JsonObject): JsonObject | undefined {
  const text = annotationsOf(object)[LAST_APPLIED]
  if (typeof text !== 'string') return undefined
  try {
    const value: Json = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** The object with a note of itself, so that the next apply knows what this one wanted. */
export function withLastApplied<T extends JsonObject>(object: T): T {
  const { [LAST_APPLIED]: _former, ...annotations } = annotationsOf(object)
  const metadata = metadataOf(object)
  const noted = { ...object, metadata: { ...metadata, annotations } }
  return {
    ...object,
    metadata: { ...metadata, annotations: { ...annotations, [LAST_APPLIED]: `${sortedJson(noted)}\n` } },
  }
}

const metadataOf = ({ metadata }: JsonObject): JsonObject => (isObject(metadata) ? metadata : {})

function annotationsOf(object: JsonObject): JsonObject {
  const { annotations } = metadataOf(object)
  return isObject(annotations) ? annotations : {}
}
