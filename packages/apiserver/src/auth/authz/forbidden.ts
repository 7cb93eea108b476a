import { StatusError } from '@skep/base'
import { goQuote } from '@skep/schema'
import type { UserInfo } from '../../contracts.ts'
import { forbidden } from '../../registry/errors.ts'
import { type Attributes, combinedResource } from './attributes.ts'

/** Markup in a name must not become markup in a browser that shows the message. */
const MARKUP: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The 403 that tells a user what they may not do; `reason` is the authorizer's, often empty. */
export function forbiddenError(user: UserInfo, attributes: Attributes, reason: string): StatusError {
  const message = denial(user, attributes).replace(/[&<>]/g, (char) => MARKUP[char]!)
  const why = reason === '' ? message : `${message}: ${reason}`
  const { isResource, group, resource, name } = attributes
  return isResource
    ? forbidden({ group, resource }, name, why)
    : new StatusError('Forbidden', `forbidden: ${why}`, { details: {} })
}

function denial({ name: user }: UserInfo, attributes: Attributes): string {
  const { verb, path, group, namespace, isResource } = attributes
  if (!isResource) return `User ${goQuote(user)} cannot ${verb} path ${goQuote(path)}`
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${goQuote(namespace)}`
  return `User ${goQuote(user)} cannot ${verb} resource ${goQuote(combinedResource(attributes))} in API group ${goQuote(group)} ${where}`
}
