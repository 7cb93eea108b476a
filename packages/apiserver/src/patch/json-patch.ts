import { StatusError } from '@skep/base'
import { isObject, type Json, type JsonObject, jsonEqual } from '@skep/schema'
import { jsonTypeName, malformedPatch, patchRejected } from './errors.ts'
import { JsonDraft } from './json-draft.ts'

const MAX_OPERATIONS = 10_000

/** What all `copy` operations of one patch may add together, so that a few of them cannot double a document for ever. */
const MAX_COPIED_BYTES = 3 * 1024 * 1024

/** One step of a JSON patch; a missing `value` stands for null. */
export interface JsonPatchOperation {
  op: string
  path: string
  from: string
  value: Json
}

/**
 * Applies a JSON patch (RFC 6902). As on every Kubernetes API, `replace` of a missing member adds it, `copy` of a missing
 * member gives null, and negative indexes count from the end. Neither input is changed.
 * Throws BadRequest for what is no list of operations, RequestEntityTooLarge for more than 10,000 of them, and Invalid
 * when one does not apply.
 */
export function applyJsonPatch(document: JsonObject, patch: Json): Json {
  const operations = parseOperations(patch)
  if (operations.length > MAX_OPERATIONS) throw tooManyOperations(operations.length)
  const draft = new JsonDraft(document)
  const budget = { copied: 0 }
  for (const operation of operations) applyOperation(draft, operation, budget)
  return draft.root
}

function parseOperations(patch: Json): JsonPatchOperation[] {
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

function applyOperation(draft: JsonDraft, { op, path, from, value }: JsonPatchOperation, budget: { copied: number }) {
  switch (op) {
    case 'add':
      return draft.add(path, value)
    case 'remove':
      return draft.remove(path)
    case 'replace':
      return draft.replace(path, value)
    case 'test':
      return test(draft, path, value)
    case 'move':
      return move(draft, from, path)
    case 'copy':
      return copy(draft, from, path, budget)
    default:
      throw patchRejected(`Unexpected kind: ${op}`)
  }
}

function test(draft: JsonDraft, path: string, expected: Json): void {
  const found = path === '' ? draft.root : draft.get(path)
  if (!jsonEqual(found ?? null, expected)) throw patchRejected(`testing value ${path} failed`)
}

function move(draft: JsonDraft, from: string, path: string): void {
  const value = draft.get(from)
  draft.remove(from)
  draft.add(path, value ?? null)
}

function copy(draft: JsonDraft, from: string, path: string, budget: { copied: number }): void {
  const text = JSON.stringify(draft.get(from) ?? null)
  budget.copied += Buffer.byteLength(text)
  if (budget.copied > MAX_COPIED_BYTES) throw patchRejected(`copies add up to more than ${MAX_COPIED_BYTES} bytes`)
  draft.add(path, JSON.parse(text))
}
