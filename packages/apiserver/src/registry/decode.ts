import {
  fieldError,
  fieldProblems,
  hasMember,
  isObject,
  type JsonObject,
  type KubeObject,
  type ParsedText,
  setMember,
} from '@skep/schema'
import type { ServedResource, WriteOptions } from '../contracts.ts'
import { badRequest, invalid } from './errors.ts'

/** What to do about fields that are unknown or come twice. */
export interface FieldReport {
  readonly fieldValidation: NonNullable<WriteOptions['fieldValidation']>
  warn(text: string): void
}

/** Turns a parsed body into an object of the resource: types checked, unknown fields gone, defaults filled in. */
export function decodeObject(resource: ServedResource, parsed: ParsedText, report: FieldReport): KubeObject {
  const body = parsed.value
  if (body !== null && !isObject(body)) throw undecodable(resource, `the body is ${describe(body)}, not an object`)
  const value: JsonObject = body ?? {}
  checkType(resource, value)
  value['metadata'] ??= {}
  const unknown: string[] = []
  const object = completeObject(resource, value, (path) => unknown.push(path))
  const problems = fieldProblems(parsed, unknown, resource.custom ? 'custom' : 'typed')
  reportFields(problems, report, () => undecodable(resource, strictText(problems)))
  return object
}

/** In place: the second half of decoding, for what comes from a patch or from the server itself. */
export function completeObject(
  resource: ServedResource,
  value: JsonObject,
  onUnknown?: (path: string) => void,
): KubeObject {
  const problem = resource.compiled.decode(value)
  if (problem !== undefined) throw undecodable(resource, problem)
  resource.compiled.prune(value, onUnknown)
  resource.compiled.applyDefaults(value)
  // The schema has just made sure of the types.
  const object = value as unknown as KubeObject
  resource.rules?.defaults?.(object)
  return object
}

/** As `completeObject`, of an object with managed fields that the server has made: they are as they should be. */
export function completeManaged(
  resource: ServedResource,
  value: JsonObject,
  onUnknown?: (path: string) => void,
): KubeObject {
  const { metadata } = value
  if (!isObject(metadata) || metadata['managedFields'] === undefined) return completeObject(resource, value, onUnknown)
  const { managedFields, ...others } = metadata
  value['metadata'] = others
  const object = completeObject(resource, value, onUnknown)
  others['managedFields'] = managedFields
  return object
}

/**
 * As `complete`, of an object that shares with a complete one all that it has in common with it: only the others of its
 * members are looked at. In place.
 */
export function completeChanged(
  complete: typeof completeObject,
  resource: ServedResource,
  value: JsonObject,
  known: JsonObject,
  onUnknown?: (path: string) => void,
): KubeObject {
  const isKnown = (name: string): boolean => value[name] !== undefined && value[name] === known[name]
  const part: JsonObject = {}
  for (const name in value) if (IDENTITY.has(name) || !isKnown(name)) setMember(part, name, value[name])
  complete(resource, part, onUnknown)
  // Nothing but what has changed is taken away here, or comes back as its default.
  for (const name in value) if (!hasMember(part, name) && !isKnown(name)) delete value[name]
  for (const name in part) if (!isKnown(name)) setMember(value, name, part[name])
  return value as unknown as KubeObject
}

/** What every step of completion wants to see. */
const IDENTITY: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata'])

/** Warns of problems with fields, or refuses them, as the request wants. */
export function reportFields(problems: readonly string[], report: FieldReport, refusal: () => Error): void {
  if (problems.length === 0 || report.fieldValidation === 'Ignore') return
  if (report.fieldValidation === 'Strict') throw refusal()
  for (const text of problems) report.warn(text)
}

export const strictText = (problems: readonly string[]): string => `strict decoding error: ${problems.join(', ')}`

function checkType(resource: ServedResource, value: JsonObject): void {
  const wanted = { apiVersion: resource.apiVersion, kind: resource.kind }
  for (const name of ['apiVersion', 'kind'] as const) {
    const given = value[name]
    if (given === undefined || given === '' || given === null) {
      if (resource.custom)
        throw badRequest(`Object '${name === 'kind' ? 'Kind' : 'apiVersion'}' is missing in the body`)
      value[name] = wanted[name]
    } else if (given !== wanted[name]) {
      throw resource.custom ? wrongCustomType(resource, value) : wrongType(resource, value)
    }
  }
}

/** A custom object of another version is no use at all; one of another kind is an invalid object of that kind. */
function wrongCustomType(resource: ServedResource, value: JsonObject): Error {
  const wanted = resource.apiVersion
  if (value['apiVersion'] !== wanted) {
    return badRequest(
      `the API version in the data (${value['apiVersion']}) does not match the expected API version (${wanted})`,
    )
  }
  const { kind, metadata } = value
  const name = isObject(metadata) && typeof metadata['name'] === 'string' ? metadata['name'] : ''
  const error = fieldError.invalid('kind', kind, `must be ${resource.kind}`)
  return invalid({ group: resource.group, kind: String(kind) }, name, [error])
}

function wrongType(resource: ServedResource, { apiVersion: version, kind }: JsonObject): Error {
  return badRequest(
    `the object provided is unrecognized (must be of type ${resource.kind}): it says ${JSON.stringify(kind ?? '')} of ` +
      `${JSON.stringify(version ?? '')}, and the path takes ${JSON.stringify(resource.apiVersion)}`,
  )
}

const undecodable = ({ kind, version }: ServedResource, why: string): Error =>
  badRequest(`${kind} in version "${version}" cannot be handled as a ${kind}: ${why}`)

const describe = (value: unknown): string => (Array.isArray(value) ? 'a list' : `a ${typeof value}`)
