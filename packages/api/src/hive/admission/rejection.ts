import { type FieldError, goErrors, type KubeObject } from '@skep/schema'

/** Why an admission webhook of Hive refuses a request. */
export interface Rejection {
  /** 400 for a request as a whole, 422 for single fields. */
  code: 400 | 422
  reason: 'BadRequest' | 'Invalid'
  /** Complete, as the Status has it. */
  message: string
  /** One for each field; empty with 400. */
  errors: readonly FieldError[]
}

/** Refuses a request as a whole. */
export const badRequest = (message: string): Rejection => ({ code: 400, reason: 'BadRequest', message, errors: [] })

/** Refuses an object for what is wrong with its fields, if anything is. */
export function invalidFields({ kind, metadata }: KubeObject, errors: readonly FieldError[]): Rejection | undefined {
  if (errors.length === 0) return undefined
  const all = goErrors(errors.map(({ field, message }) => `${field}: ${message}`))
  const message = `${kind}.hive.openshift.io "${metadata.name ?? ''}" is invalid: ${all}`
  return { code: 422, reason: 'Invalid', message, errors }
}

/** What the length of names is bounded by, since they become labels. */
export const MAX_NAME_LENGTH = 63

/** Refuses a name that could not become a label; `subject` says which name, such as `cluster name (.spec.clusterName)`. */
export const longName = (name: string | undefined, subject: string): Rejection | undefined =>
  (name ?? '').length > MAX_NAME_LENGTH
    ? badRequest(`Invalid ${subject}: must be no more than ${MAX_NAME_LENGTH} characters`)
    : undefined

/** A flag in a label or annotation, as Go reads it. */
export const isTrue = (value: string | undefined): boolean =>
  ['1', 't', 'T', 'true', 'TRUE', 'True'].includes(value ?? '')
