import { cloneJson, compileSchema, isObject, type JsonObject, jsonEqual } from '@skep/schema'
import { mergeAttributes } from './merge.ts'
import { setAt, takeAt, valueAt } from './paths.ts'
import { badRequest } from './problem.ts'
import type { ResourceType } from './resource-type.ts'

/** What a client sent, checked, and split into what may be shown and what may not. */
export interface ResourceInput {
  readonly document: JsonObject
  /** The write-only attributes, nested as they were sent. */
  readonly secrets: JsonObject
}

/** Reads the body of a creation: unknown and read-only attributes are dropped, the rest must fit the schema. */
export function readNew(type: ResourceType, body: JsonObject): ResourceInput {
  const document = cloneJson(body)
  for (const path of type.readOnly) takeAt(document, path)
  checkSchema(type, document)
  return { document, secrets: takeSecrets(type, document) }
}

/**
 * Reads the body of a change: attributes present replace those there, `null` clears. What may not change may still be
 * sent back as it is, because clients edit what they got.
 */
export function readChange(type: ResourceType, current: JsonObject, body: JsonObject): ResourceInput {
  const patch = cloneJson(body)
  for (const name of ['kind', 'href']) delete patch[name]
  refuseFixed(type.readOnly, 'read-only', current, patch)
  refuseFixed(type.immutable, 'immutable', current, patch)
  const document = cloneJson(mergeAttributes(type.schema.node, current, patch))
  checkSchema(type, document)
  return { document, secrets: takeSecrets(type, document) }
}

function refuseFixed(paths: readonly string[], why: string, current: JsonObject, patch: JsonObject): void {
  for (const path of paths) {
    const sent = valueAt(patch, path)
    if (sent === undefined) continue
    if (!sameValue(sent, valueAt(current, path))) throw badRequest(`Attribute '${path}' is ${why} and can't be changed`)
    takeAt(patch, path)
  }
}

/** Objects come back with kind, id and href, of which at most the id of a link is stored. */
function sameValue(sent: JsonObject[string], stored: JsonObject[string]): boolean {
  if (sent === null) return stored === undefined
  if (!isObject(sent) || !isObject(stored)) return jsonEqual(sent, stored)
  if (stored['id'] !== undefined) return sent['id'] === stored['id']
  const { kind, id, href, ...attributes } = sent
  // What is not sent is not changed.
  return Object.entries(attributes).every(([name, value]) => sameValue(value, stored[name]))
}

function checkSchema(type: ResourceType, document: JsonObject): void {
  const compiled = compileSchema(type.schema.node)
  const wrongType = compiled.decode(document)
  if (wrongType !== undefined) throw badRequest(nameAttribute(wrongType))
  compiled.prune(document)
  const [first] = compiled.validate(document)
  if (first) throw badRequest(`Attribute '${first.field}' is invalid: ${first.message}`)
}

/** The decoder says `path: what is wrong`. */
function nameAttribute(message: string): string {
  const [path = '', ...rest] = message.split(': ')
  return rest.length === 0 ? message : `Attribute '${path}' ${rest.join(': ')}`
}

function takeSecrets(type: ResourceType, document: JsonObject): JsonObject {
  const secrets: JsonObject = {}
  for (const path of type.writeOnly) {
    const value = takeAt(document, path)
    if (value !== undefined) setAt(secrets, path, value)
  }
  return secrets
}
