/** Names of users and groups that the API server itself gives a meaning. */

/** Its members may do everything, whatever the roles say. */
export const MASTERS_GROUP = 'system:masters'
/** Everybody who was recognised. */
export const AUTHENTICATED_GROUP = 'system:authenticated'
/** Everybody who was not. */
export const UNAUTHENTICATED_GROUP = 'system:unauthenticated'
/** Who sends a request without credentials. */
export const ANONYMOUS_USER = 'system:anonymous'
/** Kubelets. */
export const NODES_GROUP = 'system:nodes'
/** Key of `extra` that says which credential a user came with. */
export const CREDENTIAL_ID_KEY = 'authentication.kubernetes.io/credential-id'
/** Key of `extra` that says on which node a token is used. */
export const NODE_NAME_KEY = 'authentication.kubernetes.io/node-name'

const SERVICE_ACCOUNT_PREFIX = 'system:serviceaccount:'
const NODE_PREFIX = 'system:node:'
const DNS_LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/
const DNS_SUBDOMAIN = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/
const isSubdomain = (name: string): boolean => name.length <= 253 && DNS_SUBDOMAIN.test(name)

/** An object within a namespace. */
export interface NamespacedName {
  readonly namespace: string
  readonly name: string
}

/** The user name of a service account. */
export const serviceAccountUser = ({ namespace, name }: NamespacedName): string =>
  `${SERVICE_ACCOUNT_PREFIX}${namespace}:${name}`

/** The groups that every service account of the namespace belongs to. */
export const serviceAccountGroups = (namespace: string): string[] => [
  'system:serviceaccounts',
  `system:serviceaccounts:${namespace}`,
]

/** The service account that a user name stands for, if it is one. */
export function parseServiceAccountUser(user: string): NamespacedName | undefined {
  if (!user.startsWith(SERVICE_ACCOUNT_PREFIX)) return undefined
  const [namespace, name, ...rest] = user.slice(SERVICE_ACCOUNT_PREFIX.length).split(':')
  if (namespace === undefined || name === undefined || rest.length > 0) return undefined
  return DNS_LABEL.test(namespace) && isSubdomain(name) ? { namespace, name } : undefined
}

/** The node that a user name stands for, if it is one. */
export function parseNodeUser(user: string): string | undefined {
  if (!user.startsWith(NODE_PREFIX)) return undefined
  const name = user.slice(NODE_PREFIX.length)
  return isSubdomain(name) ? name : undefined
}

/** Adds the group that says whether somebody was recognised, unless the groups already tell. */
export function withAuthenticatedGroup(groups: readonly string[]): readonly string[] {
  const told = groups.includes(AUTHENTICATED_GROUP) || groups.includes(UNAUTHENTICATED_GROUP)
  return told ? groups : [...groups, AUTHENTICATED_GROUP]
}
