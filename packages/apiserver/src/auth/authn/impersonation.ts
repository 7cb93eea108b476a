import { StatusError } from '@skep/base'
import type { UserInfo } from '../../contracts.ts'
import { badRequest } from '../../registry/errors.ts'
import type { Attributes, Authorize } from '../authz/attributes.ts'
import { ANONYMOUS_USER, UNAUTHENTICATED_GROUP, withAuthenticatedGroup } from '../user-names.ts'
import { IMPERSONATION_MODES } from './impersonation-modes.ts'

const EXTRA_PREFIX = 'impersonate-extra-'

/** Whom the headers of a request ask to act as; groups as asked for. */
export type WantedUser = UserInfo & {
  readonly uid: string
  readonly extra: Readonly<Record<string, readonly string[]>>
}

/**
 * Reads the Impersonate-* headers from a flat list of names and values, as node's `rawHeaders`. Undefined when there
 * are none. Throws BadRequest when they name no user.
 */
export function wantedUser(rawHeaders: readonly string[]): WantedUser | undefined {
  let [name, uid, asked] = ['', '', false]
  const groups: string[] = []
  // Without a prototype: the keys are the sender's choice.
  const extra: Record<string, string[]> = Object.create(null)
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (!startsWithI(rawHeaders[index]!)) continue
    const header = rawHeaders[index]!.toLowerCase()
    if (!header.startsWith('impersonate-')) continue
    const value = rawHeaders[index + 1] ?? ''
    asked = true
    if (header === 'impersonate-user') name ||= value
    else if (header === 'impersonate-uid') uid ||= value
    else if (header === 'impersonate-group') groups.push(value)
    else if (header.startsWith(EXTRA_PREFIX)) (extra[extraKey(header)] ??= []).push(value)
  }
  if (!asked) return undefined
  if (name !== '') return { name, uid, groups, extra }
  if (uid === '' && groups.length === 0 && Object.keys(extra).length === 0) return undefined
  throw badRequest('requested impersonation of groups, a uid or extra without impersonating a user name')
}

/** Spares every request the lower-casing of all its headers. */
const startsWithI = (header: string): boolean => (header.charCodeAt(0) | 0x20) === 0x69

/** Keys are percent-encoded where a header name could not carry them; one that is malformed stands for itself. */
function extraKey(header: string): string {
  const encoded = header.slice(EXTRA_PREFIX.length)
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

/**
 * The user that a request is carried out as, once it is certain that the sender may act as them. `attributes` are those
 * of the request itself, since a permission to impersonate can be limited to some actions. Throws Forbidden.
 */
export function impersonate(
  authorize: Authorize,
  requestor: UserInfo,
  wanted: WantedUser,
  attributes: Attributes,
): UserInfo {
  let firstRefusal: StatusError | undefined
  for (const mode of IMPERSONATION_MODES) {
    const outcome = mode(authorize, requestor, wanted, attributes)
    if (outcome === 'not applicable') continue
    if (!(outcome instanceof StatusError)) return complete(wanted, outcome.groups)
    firstRefusal ??= outcome
  }
  throw firstRefusal ?? new Error('the last mode applies to everybody')
}

function complete({ name, uid, extra }: WantedUser, groups: readonly string[]): UserInfo {
  const unauthenticated = groups.includes(UNAUTHENTICATED_GROUP) ? groups : [...groups, UNAUTHENTICATED_GROUP]
  return {
    name,
    groups: name === ANONYMOUS_USER ? unauthenticated : withAuthenticatedGroup(groups),
    ...(uid === '' ? {} : { uid }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  }
}
