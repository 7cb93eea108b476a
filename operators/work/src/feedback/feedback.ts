import type { FeedbackValue } from '@skep/api'
import { LruMap } from '@skep/base'
import { asJson, compileJsonPath, type Json, type JsonPath } from '@skep/schema'
import { messageOf } from '../message-of.ts'
import type { FeedbackRule, SpokeObject } from '../types.ts'
import { type FeedbackPath, wellKnownStatus } from './well-known-status.ts'

/** What of an object may be told. */
export interface FeedbackOptions {
  /** Whether lists, objects and paths with several results are told as JSON; otherwise they are failures. */
  readonly rawFeedbackJsonString: boolean
  /** The longest JSON that is told, in bytes. */
  readonly jsonRawLimit: number
}

/** The values that rules find in an object, and what went wrong with others. */
export interface Feedback {
  readonly values: readonly FeedbackValue[]
  readonly errors: readonly string[]
}

/** Reads values out of objects. */
export type FeedbackReader = (object: SpokeObject, rules: readonly FeedbackRule[]) => Feedback

/** Works have few paths in common with others, and far fewer than objects. */
const REMEMBERED_PATHS = 1_000

/** A reader of values that compiles every path once. */
export function createFeedbackReader(options: FeedbackOptions): FeedbackReader {
  const compiled = new LruMap<JsonPath | Error>(REMEMBERED_PATHS)
  const compile = (path: string): JsonPath => {
    const known = compiled.get(path) ?? tryCompile(path)
    compiled.set(path, known)
    if (known instanceof Error) throw known
    return known
  }
  return (object, rules) => {
    const values = new Map<string, FeedbackValue>()
    const errors: string[] = []
    for (const path of rules.flatMap((rule) => pathsOf(object, rule, errors))) {
      try {
        const fieldValue = fieldValueOf(path, compile(path.path)(asJson(object)), options)
        if (fieldValue && values.has(path.name)) errors.push(`there are two values of the name ${path.name}`)
        else if (fieldValue) values.set(path.name, { name: path.name, fieldValue })
      } catch (error) {
        errors.push(messageOf(error))
      }
    }
    return { values: [...values.values()], errors }
  }
}

function tryCompile(path: string): JsonPath | Error {
  try {
    return compileJsonPath(path)
  } catch (error) {
    return new Error(`failed to parse the path ${path}: ${messageOf(error)}`, { cause: error })
  }
}

function pathsOf(object: SpokeObject, rule: FeedbackRule, errors: string[]): readonly FeedbackPath[] {
  if (rule.type === 'WellKnownStatus') {
    const paths = wellKnownStatus(object)
    if (!paths) errors.push(`cannot find the wellknown statuses for resource with gvk ${gvkOf(object)}`)
    return paths ?? []
  }
  const version = object.apiVersion.slice(object.apiVersion.indexOf('/') + 1)
  return (rule.jsonPaths ?? []).filter((path) => {
    const matches = !path.version || path.version === version
    if (!matches) errors.push(`version set in the path ${path.name} is not matched for the related resource`)
    return matches
  })
}

/** As Go prints a GroupVersionKind. */
function gvkOf({ apiVersion, kind }: SpokeObject): string {
  return `${apiVersion.includes('/') ? apiVersion : `/${apiVersion}`}, Kind=${kind}`
}

type FieldValue = FeedbackValue['fieldValue']

/** What is told of the results of a path; undefined when there is nothing to tell. */
function fieldValueOf(path: FeedbackPath, results: readonly Json[], options: FeedbackOptions): FieldValue | undefined {
  const several = results.length > 1 && options.rawFeedbackJsonString
  const value = several ? [...results] : results[0]
  if (value === undefined || value === null) return undefined
  if (typeof value === 'string') return { type: 'String', string: value }
  if (typeof value === 'boolean') return { type: 'Boolean', boolean: value }
  if (typeof value === 'number' && isInt64(value)) return { type: 'Integer', integer: value }
  return rawValue(path, value, options)
}

/** A status with a larger number would be refused as a whole. */
const isInt64 = (value: number): boolean => Number.isInteger(value) && Math.abs(value) < 2 ** 63

function rawValue({ name, path }: FeedbackPath, value: Json, options: FeedbackOptions): FieldValue {
  if (!options.rawFeedbackJsonString) {
    throw new Error(
      `the value of ${name} (${path}) is ${describe(value)}: this agent tells texts, whole numbers and flags`,
    )
  }
  const jsonRaw = JSON.stringify(value)
  const bytes = Buffer.byteLength(jsonRaw)
  if (bytes > options.jsonRawLimit) {
    throw new Error(`the JSON of ${name} (${path}) has ${bytes} bytes, more than the ${options.jsonRawLimit} allowed`)
  }
  return { type: 'JsonRaw', jsonRaw }
}

const describe = (value: Json): string =>
  Array.isArray(value) ? 'a list' : typeof value !== 'number' ? 'an object' : describeNumber(value)

const describeNumber = (value: number): string => (Number.isInteger(value) ? 'too large a number' : 'a fraction')
