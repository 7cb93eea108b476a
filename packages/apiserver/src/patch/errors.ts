import { StatusError } from '@skep/base'
import type { Json } from '@skep/schema'

/** A patch that is well formed but does not fit the document: 422, in the API's words for it, which give no detail. */
export const patchRejected = (cause: string): StatusError =>
  new StatusError('Invalid', 'the server rejected our request due to an error in our request', {
    details: {},
    cause: new Error(cause),
  })

export const malformedPatch = (message: string): StatusError => new StatusError('BadRequest', message)

/** What the API answers for mistakes it has no reason for: code 500 and no reason at all. */
export const unreasonedError = (message: string): StatusError => new StatusError('', message)

/** The name that the API's messages use for a JSON type. */
export function jsonTypeName(value: Json | undefined): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : typeof value
}

/** A value as the API prints it inside messages: `map[name:web ports:[1 2]]`. */
export function printValue(value: Json | undefined): string {
  if (value === null || value === undefined) return '<nil>'
  if (Array.isArray(value)) return `[${value.map(printValue).join(' ')}]`
  if (typeof value !== 'object') return String(value)
  const members = Object.keys(value).sort()
  return `map[${members.map((key) => `${key}:${printValue(value[key])}`).join(' ')}]`
}
