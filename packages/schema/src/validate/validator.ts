import { compileRules } from '../cel/index.ts'
import { resourceVisitor } from '../compile/resources.ts'
import { type FieldError, fieldError } from '../field-error.ts'
import { isObject, type Json } from '../json.ts'
import type { SchemaNode } from '../node.ts'
import { checkCompiler } from './check.ts'
import { WHOLE } from './constraint.ts'
import { type ValidateMetadata, validateResource } from './embedded.ts'
import { duplicatesCompiler } from './list-types.ts'
import { report } from './report.ts'

/** What validation may depend on beside the value. */
export interface ValidateOptions {
  /** The stored object, on update: enables transition rules and forgives what the update leaves unchanged. */
  old?: Json | undefined
  /** Path of the value in the object; empty for the whole. */
  path?: string
  /** On a write of `/status`, only the status is checked against the keywords of its schema. */
  only?: 'status' | undefined
  /** Checks the metadata of resources inside the object. */
  validateMetadata?: ValidateMetadata
}

/** The field of errors about the whole object, as the API server prints it. */
const NO_FIELD = '<nil>'

/** Compiles validation. Errors come in the order of the API server: keywords, embedded resources, list types, CEL. */
export function compileValidator(node: SchemaNode): (value: Json, options: ValidateOptions) => FieldError[] {
  const keywords = compileKeywords(node)
  const statusNode = node.properties?.['status']
  const statusKeywords = statusNode && compileKeywords(statusNode)
  const visitResources = resourceVisitor()(node)
  const findDuplicates = duplicatesCompiler()(node)
  const rules = compileRules(node)

  return (value, options) => {
    const { old, path = '' } = options
    const errors = options.only === 'status' ? validateStatus(statusKeywords, value, old) : keywords(value, old, path)
    visitResources?.(value, path, (resource, at) => {
      errors.push(...validateResource(resource, at, options.validateMetadata))
    })
    if (findDuplicates !== undefined) errors.push(...newDuplicates(findDuplicates, value, old, path))
    if (rules === undefined) return errors
    if (errors.some(({ type }) => BLOCKING.has(type))) errors.push(rulesNotRun())
    else rules.validate(value, old, path, (error) => errors.push(error))
    return errors
  }
}

/** Validates a value against the keywords of its schema; `path` is where the value stands. */
type Keywords = (value: Json, old: Json | undefined, path: string) => FieldError[]

/** Compiles validation by the keywords of OpenAPI alone. */
export function compileKeywords(node: SchemaNode): Keywords {
  const check = checkCompiler()(node)
  return (value, old, path) => {
    if (check === undefined || check(value)) return []
    const correlation = old === undefined ? undefined : { old }
    return report(node, { value, correlation, name: '' }).errors.map((error) => locate(error, path))
  }
}

/** Errors name fields from where validation started; this says where that is. */
function locate(error: FieldError, path: string): FieldError {
  const name = error.field.startsWith('.') ? error.field.slice(1) : error.field
  if (name === WHOLE) return { ...error, field: path === '' ? NO_FIELD : path }
  return { ...error, field: path === '' ? name : `${path}.${name}` }
}

function validateStatus(keywords: Keywords | undefined, value: Json, old: Json | undefined): FieldError[] {
  if (keywords === undefined || !isObject(value) || value['status'] === undefined) return []
  const oldStatus = isObject(old) ? old['status'] : undefined
  return keywords(value['status'], oldStatus, 'status')
}

/** Duplicates in an object that had some before are forgiven. */
function newDuplicates(
  find: (value: Json, path: string, errors: FieldError[]) => void,
  value: Json,
  old: Json | undefined,
  path: string,
): FieldError[] {
  const errors: FieldError[] = []
  find(value, path, errors)
  if (errors.length === 0 || old === undefined) return errors
  const oldErrors: FieldError[] = []
  find(old, path, oldErrors)
  return oldErrors.length === 0 ? errors : []
}

/** Errors of a kind that rules could stumble over, since they count on types and sizes. */
const BLOCKING = new Set(['NotSupported', 'Required', 'TooLong', 'TooMany', 'TypeInvalid'])

const rulesNotRun = (): FieldError =>
  fieldError.invalid(
    NO_FIELD,
    null,
    'some validation rules were not checked because the object was invalid; correct the existing errors to complete validation',
  )
