import { isObject, type JsonObject } from '../json.ts'
import { objectMeta } from '../object-meta.ts'
import { decodeCompiler } from './decode.ts'
import { DecodeError } from './decode-error.ts'
import { memberPath } from './path.ts'
import { pruneCompiler } from './prune.ts'

const decodeMeta = decodeCompiler()(objectMeta.node)
const pruneMeta = pruneCompiler()(objectMeta.node)

/** In place: the types of `apiVersion`, `kind` and `metadata` of a resource checked. Throws `DecodeError`. */
export function decodeResource(resource: JsonObject, path: string): void {
  const steps = path === '' ? [] : [path]
  for (const name of ['apiVersion', 'kind']) {
    const text = resource[name]
    if (text !== undefined && typeof text !== 'string') throw new DecodeError([...steps, name], 'a string', text)
  }
  const { metadata } = resource
  if (metadata === null) delete resource['metadata']
  else if (metadata !== undefined) decodeMeta?.(metadata, [...steps, 'metadata'])
}

/** In place: fields that no metadata has removed from a resource's `metadata`. */
export function pruneMetadata(resource: JsonObject, path: string, onUnknown?: (path: string) => void): void {
  const { metadata } = resource
  if (!isObject(metadata)) return
  const prefix = memberPath(path, 'metadata')
  pruneMeta?.(metadata, { path: [], onUnknown: onUnknown && ((field) => onUnknown(`${prefix}.${field}`)) })
}
