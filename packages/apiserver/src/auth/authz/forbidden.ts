import { StatusError } from '@skep/base'
import type { UserInfo } from '../../contracts.ts'
import { forbidden } from '../../registry/errors.ts'
import { quote } from '../go-text.ts'
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
  if (!isResource) return `User ${quote(user)} cannot ${verb} path ${quote(path)}`
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace ${quote(namespace)}`
  return `User ${quote(user)} cannot ${verb} resource ${quote(combinedResource(attributes))} in API group ${quote(group)} ${where}`
}
