import { type Json, jsonEqual } from '../json.ts'
import { JsonDraft } from './json-draft.ts'
import { JsonPatchError } from './json-patch-error.ts'

/** What all `copy` operations of one patch may add together, so that a few of them cannot double a document for ever. */
const MAX_COPIED_BYTES = 3 * 1024 * 1024

/** One step of a JSON patch; a missing `value` stands for null. */
export interface JsonPatchStep {
  readonly op: string
  readonly path: string
  readonly from?: string
  readonly value?: Json
}

/**
 * Applies a JSON patch (RFC 6902). As everywhere in Kubernetes, `replace` of a missing member adds it, `copy` of a missing
 * member gives null, and negative indexes count from the end. Neither input is changed. Throws `JsonPatchError` when a
 * step does not apply.
 */
export function patchJson(document: Json, steps: readonly JsonPatchStep[]): Json {
  const draft = new JsonDraft(document)
  const budget = { copied: 0 }
  for (const step of steps) applyStep(draft, step, budget)
  return draft.root
}

function applyStep(draft: JsonDraft, step: JsonPatchStep, budget: { copied: number }) {
  const { op, path, from = 'unknown', value = null } = step
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
      throw new JsonPatchError(`Unexpected kind: ${op}`)
  }
}

function test(draft: JsonDraft, path: string, expected: Json): void {
  const found = path === '' ? draft.root : draft.get(path)
  if (!jsonEqual(found ?? null, expected)) throw new JsonPatchError(`testing value ${path} failed`)
}

function move(draft: JsonDraft, from: string, path: string): void {
  const value = draft.get(from)
  draft.remove(from)
  draft.add(path, value ?? null)
}

function copy(draft: JsonDraft, from: string, path: string, budget: { copied: number }) {
  const text = JSON.stringify(draft.get(from) ?? null)
  budget.copied += Buffer.byteLength(text)
  if (budget.copied > MAX_COPIED_BYTES) {
    throw new JsonPatchError(`copies add up to more than ${MAX_COPIED_BYTES} bytes`)
  }
  draft.add(path, JSON.parse(text))
}
