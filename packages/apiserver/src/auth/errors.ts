import { StatusError } from '@skep/base'
import type { FieldError } from '@skep/schema'
import { toCause } from '@skep/schema'
import type { GroupResource } from '../contracts.ts'
import { quote } from './go-text.ts'

const qualified = ({ group, resource }: GroupResource): string => (group === '' ? resource : `${resource}.${group}`)

const detailsOf = ({ group, resource }: GroupResource, name: string) => ({
  ...(name === '' ? {} : { name }),
  ...(group === '' ? {} : { group }),
  ...(resource === '' ? {} : { kind: resource }),
})

/** A refusal; without a resource it is about a path. */
export function forbidden(at: GroupResource, name: string, why: string): StatusError {
  const subject = [qualified(at), name === '' ? '' : quote(name)].filter((part) => part !== '').join(' ')
  const message = at.resource === '' ? `forbidden: ${why}` : `${subject} is forbidden: ${why}`
  return new StatusError('Forbidden', message, { details: detailsOf(at, name) })
}

/** There is no object of that name. */
export const notFound = (at: GroupResource, name: string): StatusError =>
  new StatusError('NotFound', `${qualified(at)} ${quote(name)} not found`, { details: detailsOf(at, name) })

/** The object is not in the state that the request is about. */
export const conflict = (at: GroupResource, name: string, why: string): StatusError =>
  new StatusError('Conflict', `Operation cannot be fulfilled on ${qualified(at)} ${quote(name)}: ${why}`, {
    details: detailsOf(at, name),
  })

/** Fields are wrong. `kind` may be empty, as it is for kinds that are only ever reviewed. */
export function invalid(kind: string, group: string, name: string, errors: readonly FieldError[]): StatusError {
  const texts = errors.map(({ field, message }) => `${field}: ${message}`)
  const list = texts.length === 1 ? texts[0] : `[${texts.join(', ')}]`
  return new StatusError('Invalid', `${kind}.${group} ${quote(name)} is invalid: ${list}`, {
    details: {
      ...(name === '' ? {} : { name }),
      group,
      ...(kind === '' ? {} : { kind }),
      causes: errors.map(toCause),
    },
  })
}
