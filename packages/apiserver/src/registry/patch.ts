import {
  asJson,
  cloneJson,
  fieldError,
  fieldProblems,
  isObject,
  type Json,
  type JsonObject,
  type KubeObject,
  type ParsedText,
} from '@skep/schema'
import { applyJsonPatch } from '../patch/json-patch.ts'
import { applyMergePatch } from '../patch/merge-patch.ts'
import { applyStrategicMergePatch } from '../patch/strategic.ts'
import {
  completeChanged,
  completeManaged,
  completeObject,
  type FieldReport,
  reportFields,
  strictText,
} from './decode.ts'
import { badRequest, invalid, notFound } from './errors.ts'
import { applyConfiguration, trackWrite } from './field-management.ts'
import { cloneObject, type Target, type WriteRequest, type Written } from './target.ts'
import { updateObject } from './update.ts'

export type PatchType = 'json' | 'merge' | 'strategic'

/** A patch that changes what is there. */
export interface Patch {
  readonly type: PatchType
  readonly body: ParsedText
  readonly report: FieldReport
}

/** Patches an object; again on what someone else wrote in between. */
export function patchObject(target: Target, write: WriteRequest, patch: Patch): Promise<Written> {
  return updateObject(target, write, {
    createIfAbsent: false,
    unconditional: true,
    next: (stored, isComplete) => {
      if (!stored) throw notFound(target.resource, write.name)
      const document = isComplete ? sharingCopy(stored) : cloneObject(stored)
      const complete = isComplete ? asJson(stored) : undefined
      const next = decodePatched(target, applyPatch(target, asJson(document), patch), document, patch, complete)
      trackWrite(target, write, stored, next)
      return next
    },
  })
}

/**
 * A copy of a complete object that shares with it all but what every write changes. Patches copy what they change, and to
 * be completed again leaves what is complete as it is.
 */
function sharingCopy(stored: KubeObject): KubeObject {
  const copy = { ...stored }
  copy.metadata = { ...stored.metadata }
  return copy
}

function applyPatch({ resource }: Target, document: JsonObject, { type, body }: Patch): Json {
  switch (type) {
    case 'json':
      return applyJsonPatch(document, body.value)
    case 'merge':
      return applyMergePatch(document, body.value)
    case 'strategic':
      return applyStrategicMergePatch(document, body.value, resource.schema)
  }
}

/** What a patch makes is decoded like a body, but what is wrong with it is the patch's fault. `known` is what was complete. */
function decodePatched(
  { resource }: Target,
  patched: Json,
  { metadata: { managedFields } }: KubeObject,
  { body, report }: Patch,
  known: JsonObject | undefined,
): KubeObject {
  if (!isObject(patched)) throw wrongPatch(patched, 'the patched object is not an object')
  if (patched['kind'] !== resource.kind || patched['apiVersion'] !== resource.apiVersion) {
    throw wrongPatch(JSON.stringify(patched), `the patched object is no ${resource.kind} of ${resource.apiVersion}`)
  }
  // A patch may take away even this; that the name is missing is then for validation to say.
  patched['metadata'] ??= {}
  const unknown: string[] = []
  const complete = keepsManaged(patched, managedFields) ? completeManaged : completeObject
  const note = (path: string): unknown => unknown.push(path)
  const object = blamingPatch(patched, () =>
    known ? completeChanged(complete, resource, patched, known, note) : complete(resource, patched, note),
  )
  const problems = fieldProblems(body, unknown, resource.custom ? 'custom' : 'typed')
  reportFields(problems, report, () => wrongPatch(JSON.stringify(patched), strictText(problems)))
  return object
}

/** Whether the patch leaves the managed fields alone; those that it changes become its own, to be checked. */
function keepsManaged({ metadata }: JsonObject, managedFields: unknown): boolean {
  if (!isObject(metadata) || metadata['managedFields'] === undefined) return false
  if (metadata['managedFields'] === managedFields) return true
  metadata['managedFields'] = cloneJson(metadata['managedFields'])
  return false
}

function blamingPatch(patched: JsonObject, complete: () => KubeObject): KubeObject {
  try {
    return complete()
  } catch (error) {
    throw wrongPatch(JSON.stringify(patched), error instanceof Error ? error.message : String(error))
  }
}

const wrongPatch = (shown: Json, why: string): Error =>
  invalid({ group: '', kind: '' }, '', [fieldError.invalid('patch', shown, why)])

/** A configuration to be applied. */
export interface AppliedConfiguration {
  readonly body: ParsedText
  readonly force: boolean
  readonly report: FieldReport
}

/** Server-side apply: creates the object, or merges the configuration into it by who owns what. */
export function applyObject(target: Target, write: WriteRequest, applied: AppliedConfiguration): Promise<Written> {
  const { value: config } = applied.body
  if (!isObject(config)) throw badRequest('error decoding patch: the configuration is not an object')
  return updateObject(target, write, {
    // Only the object itself comes into being by being applied.
    createIfAbsent: write.subresource === '',
    unconditional: true,
    next: (stored, isComplete) => {
      // The merged object shares parts with the configuration, which must be as it was when it is applied once more.
      const merged = applyConfiguration(target, write, stored, cloneJson(config), applied.force)
      reportFields(fieldProblems(applied.body, [], 'custom'), applied.report, () => strictApply(applied.body))
      return isComplete
        ? completeManaged(target.resource, asJson(merged))
        : completeObject(target.resource, asJson(cloneObject(merged)))
    },
  })
}

const strictApply = (body: ParsedText): Error =>
  badRequest(`error strict decoding patch: ${fieldProblems(body, [], 'custom').join(', ')}`)
