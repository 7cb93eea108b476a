import { StatusError } from '@skep/base'
import { isObject, type Json, type JsonObject, JsonPatchError, type JsonPatchStep, patchJson } from '@skep/schema'
import { jsonTypeName, malformedPatch, patchRejected } from './errors.ts'

const MAX_OPERATIONS = 10_000

/**
 * Applies a JSON patch as the API does; see `patchJson`. Neither input is changed.
 * Throws BadRequest for what is no list of operations, RequestEntityTooLarge for more than 10,000 of them, and Invalid
 * when one does not apply.
 */
export function applyJsonPatch(document: JsonObject, patch: Json): Json {
  const operations = parseOperations(patch)
  if (operations.length > MAX_OPERATIONS) throw tooManyOperations(operations.length)
  try {
    return patchJson(document, operations)
  } catch (error) {
    throw error instanceof JsonPatchError ? patchRejected(error.message) : error
  }
}

function parseOperations(patch: Json): JsonPatchStep[] {
  if (!Array.isArray(patch)) throw undecodable(jsonTypeName(patch), 'Go value of type []handlers.jsonPatchOp')
  return patch.map((operation) => {
    if (operation !== null && !isObject(operation)) {
      throw undecodable(jsonTypeName(operation), 'Go value of type handlers.jsonPatchOp')
    }
    const fields = operation ?? {}
    return {
      op: textOf(fields, 'op'),
      path: textOf(fields, 'path'),
      from: textOf(fields, 'from'),
      value: fields['value'] ?? null,
    }
  })
}

/** Absent texts become one that no document has a place for, so that the operation does not apply. */
function textOf(operation: JsonObject, key: string): string {
  const value = operation[key]
  if (value === undefined || value === null) return 'unknown'
  if (typeof value === 'string') return value
  throw undecodable(jsonTypeName(value), `Go struct field jsonPatchOp.${key} of type string`)
}

const undecodable = (type: string, into: string): StatusError =>
  malformedPatch(`error decoding patch: json: cannot unmarshal ${type} into ${into}`)

const tooManyOperations = (count: number): StatusError =>
  new StatusError(
    'RequestEntityTooLarge',
    `Request entity too large: The allowed maximum operations in a JSON patch is ${MAX_OPERATIONS}, got ${count}`,
  )
