import type { StatusError } from '@skep/base'
import type { UserInfo } from '../../contracts.ts'
import { type Attributes, type Authorize, resourceAttributes } from '../authz/attributes.ts'
import { forbiddenError } from '../authz/forbidden.ts'
import {
  MASTERS_GROUP,
  NODE_NAME_KEY,
  NODES_GROUP,
  parseNodeUser,
  parseServiceAccountUser,
  serviceAccountGroups,
} from '../user-names.ts'
import type { WantedUser } from './impersonation.ts'

const AUTHENTICATION_GROUP = 'authentication.k8s.io'

type Outcome = StatusError | 'not applicable' | { readonly groups: readonly string[] }

/** A way in which somebody may be allowed to act as somebody else. */
type Mode = (authorize: Authorize, requestor: UserInfo, wanted: WantedUser, request: Attributes) => Outcome

/** Says why not, if so. */
type Check = (parts: Partial<Attributes>) => StatusError | undefined

function checker(authorize: Authorize, requestor: UserInfo): Check {
  return (parts) => {
    const attributes = resourceAttributes(parts)
    const { allowed, reason } = authorize(requestor, attributes)
    return allowed ? undefined : forbiddenError(requestor, attributes, reason)
  }
}

const isPlain = ({ uid, groups, extra }: WantedUser): boolean =>
  uid === '' && groups.length === 0 && Object.keys(extra).length === 0

/** Modes that need a second permission: to carry out this very action as somebody else. */
function constrained(mode: string, applies: (wanted: WantedUser, requestor: UserInfo) => boolean): Mode {
  return (authorize, requestor, wanted, request) => {
    if (!applies(wanted, requestor)) return 'not applicable'
    const check = checker(authorize, requestor)
    return (
      check({ ...request, verb: `impersonate-on:${mode}:${request.verb}` }) ??
      checkIdentity(check, `impersonate:${mode}`, mode, wanted, requestor)
    )
  }
}

function checkIdentity(check: Check, verb: string, mode: string, wanted: WantedUser, requestor: UserInfo): Outcome {
  const group = AUTHENTICATION_GROUP
  const node = parseNodeUser(wanted.name)
  if (node !== undefined) {
    // An account on a node may act as whichever node that is, so the permission is for all of them.
    const name = mode === 'associated-node' ? '*' : node
    return check({ verb, group, resource: 'nodes', name }) ?? { groups: [NODES_GROUP] }
  }
  const account = parseServiceAccountUser(wanted.name)
  if (account !== undefined) {
    return (
      check({ verb, group, resource: 'serviceaccounts', ...account }) ?? {
        groups: serviceAccountGroups(account.namespace),
      }
    )
  }
  return (
    check({ verb, group, resource: 'users', name: wanted.name }) ??
    checkUid(check, verb, wanted) ??
    forbiddenGroup(requestor, verb, wanted) ??
    checkGroups(check, verb, group, wanted) ??
    checkExtra(check, verb, wanted) ?? { groups: wanted.groups }
  )
}

/** The permission of old: to act as somebody, whatever the action. */
const unconstrained: Mode = (authorize, requestor, wanted) => {
  const check = checker(authorize, requestor)
  const verb = 'impersonate'
  const account = parseServiceAccountUser(wanted.name)
  const subject =
    account === undefined ? { resource: 'users', name: wanted.name } : { resource: 'serviceaccounts', ...account }
  const groups =
    account !== undefined && wanted.groups.length === 0 ? serviceAccountGroups(account.namespace) : wanted.groups
  return (
    check({ verb, ...subject }) ??
    checkUid(check, verb, wanted) ??
    checkGroups(check, verb, '', wanted) ??
    checkExtra(check, verb, wanted) ?? { groups }
  )
}

const checkUid = (check: Check, verb: string, { uid }: WantedUser): StatusError | undefined =>
  uid === '' ? undefined : check({ verb, group: AUTHENTICATION_GROUP, resource: 'uids', name: uid })

/** Nobody comes to these groups by a limited permission. */
function forbiddenGroup(requestor: UserInfo, verb: string, { groups }: WantedUser): StatusError | undefined {
  const refuse = (name: string, why: string) =>
    forbiddenError(requestor, resourceAttributes({ verb, group: AUTHENTICATION_GROUP, resource: 'groups', name }), why)
  if (groups.includes('')) return refuse('', 'impersonating the empty string group is not allowed')
  if (!groups.includes(MASTERS_GROUP)) return undefined
  return refuse(MASTERS_GROUP, 'impersonating the system:masters group is not allowed')
}

function checkGroups(check: Check, verb: string, group: string, { groups }: WantedUser): StatusError | undefined {
  return firstOf(groups, (name) => check({ verb, group, resource: 'groups', name }))
}

function checkExtra(check: Check, verb: string, { extra }: WantedUser): StatusError | undefined {
  const pairs = Object.entries(extra).flatMap(([key, values]) => values.map((value) => ({ key, value })))
  const at = { verb, group: AUTHENTICATION_GROUP, resource: 'userextras' }
  return firstOf(pairs, ({ key, value }) => check({ ...at, subresource: key, name: value }))
}

function firstOf<T>(items: readonly T[], check: (item: T) => StatusError | undefined): StatusError | undefined {
  for (const item of items) {
    const refusal = check(item)
    if (refusal !== undefined) return refusal
  }
  return undefined
}

const runsOn = (requestor: UserInfo, node: string | undefined): boolean =>
  node !== undefined &&
  parseServiceAccountUser(requestor.name) !== undefined &&
  requestor.extra?.[NODE_NAME_KEY]?.length === 1 &&
  requestor.extra[NODE_NAME_KEY][0] === node

/** In the order in which they are tried; the first refusal is the one that is told. */
export const IMPERSONATION_MODES: readonly Mode[] = [
  constrained(
    'associated-node',
    (wanted, requestor) => isPlain(wanted) && runsOn(requestor, parseNodeUser(wanted.name)),
  ),
  constrained('arbitrary-node', (wanted) => isPlain(wanted) && parseNodeUser(wanted.name) !== undefined),
  constrained('serviceaccount', (wanted) => isPlain(wanted) && parseServiceAccountUser(wanted.name) !== undefined),
  constrained(
    'user-info',
    ({ name }) => parseNodeUser(name) === undefined && parseServiceAccountUser(name) === undefined,
  ),
  unconstrained,
]
