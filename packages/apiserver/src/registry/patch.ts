import {
  fieldError,
  fieldProblems,
  isObject,
  type Json,
  type JsonObject,
  type KubeObject,
  type ParsedText,
} from '@skep/schema'
import type { ServedResource } from '../contracts.ts'
import { applyJsonPatch } from '../patch/json-patch.ts'
import { applyMergePatch } from '../patch/merge-patch.ts'
import { applyStrategicMergePatch } from '../patch/strategic.ts'
import { completeObject, type FieldReport, reportFields, strictText } from './decode.ts'
import { badRequest, invalid, notFound } from './errors.ts'
import { applyConfiguration, trackWrite } from './field-management.ts'
import { apiVersion, asJson, cloneObject, type Target, type WriteRequest, type Written } from './target.ts'
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
    next: (stored) => {
      if (!stored) throw notFound(target.resource, write.name)
      const next = decodePatched(target, applyPatch(target, asJson(cloneObject(stored)), patch), patch)
      trackWrite(target, write, stored, next)
      return next
    },
  })
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

/** What a patch makes is decoded like a body, but what is wrong with it is the patch's fault. */
function decodePatched({ resource }: Target, patched: Json, { body, report }: Patch): KubeObject {
  if (!isObject(patched)) throw wrongPatch(patched, 'the patched object is not an object')
  if (patched['kind'] !== resource.kind || patched['apiVersion'] !== apiVersion(resource)) {
    throw wrongPatch(JSON.stringify(patched), `the patched object is no ${resource.kind} of ${apiVersion(resource)}`)
  }
  // A patch may take away even this; that the name is missing is then for validation to say.
  patched['metadata'] ??= {}
  const unknown: string[] = []
  const object = tryComplete(resource, patched, (path) => unknown.push(path))
  const problems = fieldProblems(body, unknown, resource.custom ? 'custom' : 'typed')
  reportFields(problems, report, () => wrongPatch(JSON.stringify(patched), strictText(problems)))
  return object
}

function tryComplete(resource: ServedResource, patched: JsonObject, onUnknown: (path: string) => void): KubeObject {
  try {
    return completeObject(resource, patched, onUnknown)
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
    next: (stored) => {
      const merged = applyConfiguration(target, write, stored, config, applied.force)
      reportFields(fieldProblems(applied.body, [], 'custom'), applied.report, () => strictApply(applied.body))
      return completeObject(target.resource, asJson(cloneObject(merged)))
    },
  })
}

const strictApply = (body: ParsedText): Error =>
  badRequest(`error strict decoding patch: ${fieldProblems(body, [], 'custom').join(', ')}`)
