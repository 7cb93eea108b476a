import { type StatusDetails, StatusError } from '@skep/base'
import { type FieldError, goErrors, toCause } from '@skep/schema'
import type { GroupResource } from '../contracts.ts'

/** The failures of the API machinery, in the words that clients of Kubernetes match on. */

const MODIFIED = 'the object has been modified; please apply your changes to the latest version and try again'

/** `widgets.example.com`, or the plural alone for the core group. */
export const qualified = ({ group, resource }: GroupResource): string =>
  group === '' ? resource : `${resource}.${group}`

const detailsOf = ({ group, resource }: GroupResource, name: string): StatusDetails => ({
  ...(name === '' ? {} : { name }),
  ...(group === '' ? {} : { group }),
  kind: resource,
})

export const notFound = (at: GroupResource, name: string): StatusError =>
  new StatusError('NotFound', `${qualified(at)} "${name}" not found`, { details: detailsOf(at, name) })

export const alreadyExists = (at: GroupResource, name: string): StatusError =>
  new StatusError('AlreadyExists', `${qualified(at)} "${name}" already exists`, { details: detailsOf(at, name) })

/** The name is taken by an object that only waits for its finalizers. */
export const beingDeleted = (at: GroupResource, name: string): StatusError =>
  new StatusError('AlreadyExists', `object is being deleted: ${qualified(at)} "${name}" already exists`, {
    details: detailsOf(at, name),
  })

/** Every generated name was taken. */
export const generateNameConflict = (at: GroupResource, name: string): StatusError =>
  new StatusError(
    'AlreadyExists',
    `${qualified(at)} "${name}" already exists, the server was not able to generate a unique name for the object`,
    { details: { ...detailsOf(at, name), retryAfterSeconds: 1 } },
  )

export const conflict = (at: GroupResource, name: string, why: string = MODIFIED): StatusError =>
  new StatusError('Conflict', `Operation cannot be fulfilled on ${qualified(at)} "${name}": ${why}`, {
    details: detailsOf(at, name),
  })

export const forbidden = (at: GroupResource, name: string, why: string, extra: StatusDetails = {}): StatusError =>
  new StatusError('Forbidden', `${qualified(at)}${name === '' ? '' : ` "${name}"`} is forbidden: ${why}`, {
    details: { ...detailsOf(at, name), ...extra },
  })

/** What is invalid: a kind in its group. Options of requests are kinds of `meta.k8s.io`. */
export interface InvalidSubject {
  group: string
  kind: string
}

/** 422 with a cause per field. A message that several fields share is printed once. */
export function invalid({ group, kind }: InvalidSubject, name: string, errors: readonly FieldError[]): StatusError {
  const all = goErrors(errors.map(({ field, message }) => `${field}: ${message}`))
  const subject = group === '' ? kind : `${kind}.${group}`
  return new StatusError('Invalid', `${subject} "${name}" is invalid: ${all}`, {
    details: {
      ...(name === '' ? {} : { name }),
      ...(group === '' ? {} : { group }),
      ...(kind === '' ? {} : { kind }),
      causes: errors.map(toCause),
    },
  })
}

export const badRequest = (message: string): StatusError => new StatusError('BadRequest', message)

/** A failure that kube-apiserver reports without a reason, as 500 and a bare message. */
export const plainFailure = (message: string): StatusError => new StatusError('', message)

export const methodNotAllowed = (): StatusError =>
  new StatusError('MethodNotAllowed', 'the server does not allow this method on the requested resource', {
    details: {},
  })

export const unknownResource = (): StatusError =>
  new StatusError('NotFound', 'the server could not find the requested resource', { details: {} })

export const tooLargeResourceVersion = (asked: number, current: number): StatusError =>
  new StatusError('Timeout', `Timeout: Too large resource version: ${asked}, current: ${current}`, {
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      retryAfterSeconds: 1,
    },
  })

/** A watch asked for events that are no longer kept. */
export const expiredWatch = (asked: number, oldest: number): StatusError =>
  new StatusError('Expired', `too old resource version: ${asked} (${oldest})`)

/** A list asked for a state that is no longer kept. */
export const expiredList = (): StatusError =>
  new StatusError('Expired', 'The resourceVersion for the provided list is too old.')

/** A page of a list that is no longer kept. The token goes on from the same key, in the present state. */
export const expiredContinue = (freshToken: string): StatusError =>
  new StatusError(
    'Expired',
    'The provided continue parameter is too old to display a consistent list result. You can start a new list without ' +
      'the continue parameter, or use the continue token in this response to retrieve the remainder of the results. ' +
      'Continuing with the provided token results in an inconsistent list - objects that were created, modified, or ' +
      'deleted between the time the first chunk was returned and now may show up in the list.',
    { metadata: { continue: freshToken } },
  )
