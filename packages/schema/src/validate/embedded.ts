import { memberPath } from '../compile/path.ts'
import { type FieldError, fieldError } from '../field-error.ts'
import { hasMember, isObject, type JsonObject } from '../json.ts'
import type { ObjectMeta } from '../kind.ts'

/** Everything wrong with the metadata of a resource, given where it is. */
export type ValidateMetadata = (metadata: ObjectMeta, path: string) => FieldError[]

/** Checks a resource inside another object: it says what it is, and its metadata is valid. */
export function validateResource(
  resource: JsonObject,
  path: string,
  validateMetadata: ValidateMetadata | undefined,
): FieldError[] {
  return [
    ...validateType(resource, 'apiVersion', path, checkApiVersion),
    ...validateType(resource, 'kind', path, checkKind),
    ...(validateMetadata === undefined ? [] : validateOwnMetadata(resource, path, validateMetadata)),
  ]
}

type CheckText = (text: string) => string | undefined

function validateType(resource: JsonObject, name: string, path: string, check: CheckText): FieldError[] {
  const at = memberPath(path, name)
  const text = resource[name]
  if (!hasMember(resource, name)) return [fieldError.required(at)]
  if (typeof text !== 'string') return [fieldError.invalid(at, text, 'must be a string')]
  const problem = text === '' ? 'must not be empty' : check(text)
  return problem === undefined ? [] : [fieldError.invalid(at, text, problem)]
}

function validateOwnMetadata(resource: JsonObject, path: string, validate: ValidateMetadata): FieldError[] {
  const { metadata } = resource
  if (!isObject(metadata)) return []
  // Decoding has made sure of the types. A name is not required of what is only a part of another object.
  const meta = { ...metadata, name: metadata['name'] || 'unnamed' } as ObjectMeta
  return validate(meta, memberPath(path, 'metadata'))
}

const checkApiVersion: CheckText = (text) =>
  text.split('/').length > 2 ? `unexpected GroupVersion string: ${text}` : undefined

const KIND = /^[a-z]([-a-z0-9]*[a-z0-9])?$/
const KIND_COMPLAINT =
  "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and " +
  "end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is " +
  "'[a-z]([-a-z0-9]*[a-z0-9])?')"

const checkKind: CheckText = (text) => {
  const complaints = text.length > 63 ? ['must be no more than 63 characters'] : []
  if (!KIND.test(text.toLowerCase())) complaints.push(KIND_COMPLAINT)
  if (complaints.length === 0) return undefined
  return `may have mixed case, but should otherwise match: ${complaints.join(',')}`
}
